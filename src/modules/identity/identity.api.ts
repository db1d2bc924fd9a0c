import type { SchemaStep } from '#platform/database/schema-steps'
import type { Transaction } from '#platform/database/database'
import type { Guessed } from './domain/guessable-words.ts'
import type { LinkAnswer } from './domain/answered-link.ts'
import type { DataExport, FillOwnerIds } from './domain/privacy-request.ts'
import type { RequestEmailProof } from './use-cases/request-email-proof.ts'
import type { ChangePassword } from './use-cases/change-password.ts'
import type { ChangeProfile } from './use-cases/change-profile.ts'
import type { DeclineEmail } from './use-cases/decline-email.ts'
import type { EmailChangeUseCases } from './use-cases/email-change.ts'
import type { FindSessionUser } from './use-cases/find-session-user.ts'
import type { AddressBookUseCases } from './use-cases/address-book.ts'
import type { SavedCartUseCases } from './use-cases/saved-cart.ts'
import type { PersonalDataSource } from './use-cases/personal-data.ts'
import type { ReceivePrivacyRequest } from './use-cases/receive-privacy-request.ts'
import type { RecordConsent } from './use-cases/record-consent.ts'
import type { RecordVisit } from './use-cases/record-visit.ts'
import type { SignIn } from './use-cases/sign-in.ts'
import type { KnownAddresses } from './use-cases/known-addresses.ts'
import type { PrivacyRequests } from './use-cases/privacy-requests.ts'
import type { SearchMissUseCases } from './use-cases/search-misses.ts'
import type { SessionUseCases } from './use-cases/sessions.ts'
import type { SignInByCode } from './use-cases/sign-in-by-code.ts'
import type { SignUpCustomer } from './use-cases/sign-up.ts'
import type { VerifyEmail } from './use-cases/verify-email.ts'
import type { PrivacyRequestVerification } from './use-cases/verify-privacy-request.ts'

/** Customers and their accounts, consent and privacy requests, as the rest of the shop uses them. */
export interface IdentityModule
  extends PrivacyRequestVerification, PrivacyRequests, KnownAddresses, SignInByCode, ChangePassword {
  /** Changes of what is stored that a new version needs. */
  readonly schemaSteps: readonly SchemaStep[]
  /**
   * Creates a customer and signs them in; the welcome mail asks them to prove their address.
   * @throws EmailTaken (the message contains "email already exists") @throws PasswordTooCommon
   */
  readonly signUp: SignUpCustomer
  /** Takes the same time for an unknown address and a wrong password. @throws WrongCredentials @throws TooBusy */
  readonly signIn: SignIn
  /** The user of a session; null when it was signed out, has expired, was not used for three days or never existed. */
  readonly findSessionUser: FindSessionUser
  /** Where a customer is signed in. */
  readonly sessions: SessionUseCases
  /** Deletes the session; nothing happens when there is none. */
  signOut(sessionId: string): Promise<void>
  /**
   * A new email address counts once it is confirmed by its link; the old one gets a link that takes it back.
   * @throws CurrentPasswordNeeded @throws CurrentPasswordWrong @throws CustomerGone @throws TooBusy
   */
  readonly changeProfile: ChangeProfile
  /** Refuses a password that guessers would try early for this person, customer or not. @throws PasswordTooCommon */
  checkNewPassword(password: string, person: Guessed, field: 'password' | 'newPassword'): void
  /** Sends another link to prove the address; earlier links stop working. @throws EmailProved @throws CustomerGone */
  readonly requestEmailProof: RequestEmailProof
  /** A new email address that waits for its proof, and the way back. */
  readonly emailChange: Omit<EmailChangeUseCases, 'complete'>
  /**
   * Takes the proof of a customer's address, or of the new one that they asked for; false when the link is unknown,
   * used or older than 24 hours. @throws EmailNotAvailable
   */
  readonly verifyEmail: VerifyEmail
  /** The reader of an address did not ask for what the link in the mail confirms. */
  readonly declineEmail: DeclineEmail
  /** What a link about an email address did, for as long as it would have counted: a second press is told it. */
  findLinkAnswer(token: string): Promise<LinkAnswer | null>
  /** A customer's own addresses, at most 20. */
  readonly addressBook: AddressBookUseCases
  /** The stored cart and wishlist. Whether their products exist is not checked here. */
  readonly saved: SavedCartUseCases
  /** Appends to the consent log; when it resolves, the erasure of the withdrawn purposes is enqueued. */
  readonly recordConsent: RecordConsent
  /** Records a visitor's search or look at a product, if their last choice allows it. */
  readonly recordVisit: RecordVisit
  /** Searches that found nothing, counted by day and words, without who searched. */
  readonly searchMisses: SearchMissUseCases
  /** Stores a privacy request under its reference, due in 45 days, and asks the person to confirm it by mail. */
  readonly receivePrivacyRequest: ReceivePrivacyRequest
  /**
   * Keeps an account until the caller's transaction ends: what that stores of the customer is there when a deletion begins,
   * or is not stored. @throws CustomerGone
   */
  lockCustomer(tx: Transaction, customerId: string): Promise<void>
  /** Hands out the file behind a link of a mail, once; null when the link is unknown, used or older than 7 days. */
  takeDataExport(token: string): Promise<DataExport | null>
  /** A part of a schema step: only the module of the staff knows whose account a name is. */
  readonly fillOwnerIdsOfPrivacyRequests: FillOwnerIds
  /** Registers another part of the shop that holds personal data, so that exports and deletions include it. */
  addPersonalDataSource(source: PersonalDataSource): void
}
