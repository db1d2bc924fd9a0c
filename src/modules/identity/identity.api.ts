import type { Transaction } from '#platform/database/database'
import type { ConsentChoice } from './domain/consent.ts'
import type { Confirmation, DataRequest, PrivacyRequest, RequestState } from './domain/privacy-request.ts'
import type { Session, SignUp, User } from './domain/user.ts'
import type { SearchMiss, VisitEvent } from './domain/visit.ts'
import type { DataExport } from './persistence/data-export.repository.ts'
import type { OptOut } from './persistence/opt-out.repository.ts'
import type { PrivacyRequestChange } from './persistence/privacy-request.repository.ts'
import type { ChangePassword } from './use-cases/change-password.ts'
import type { ChangeProfile } from './use-cases/change-profile.ts'
import type { AddressBookKeeping } from './use-cases/keep-address-book.ts'
import type { CartKeeping } from './use-cases/keep-cart.ts'
import type { PersonalDataKeeper } from './use-cases/personal-data.ts'

export interface IdentityModule {
  /**
   * Creates a customer and signs them in; the welcome mail asks them to prove their address.
   * @throws EmailTaken (the message contains "email already exists") @throws PasswordTooCommon
   */
  signUp(input: SignUp): Promise<{ readonly user: User; readonly session: Session }>
  /** Takes the same time for an unknown address and a wrong password. @throws WrongCredentials @throws TooBusy */
  signIn(input: {
    readonly email: string
    readonly password: string
  }): Promise<{ readonly user: User; readonly session: Session }>
  /** Whose session this is; null when it was signed out, has expired or never existed. */
  findSessionUser(sessionId: string): Promise<User | null>
  /** Deletes the session; nothing happens when there is none. */
  signOut(sessionId: string): Promise<void>
  /** A new e-mail address is to be proved, the old one is told, other sessions end. @throws EmailNotAvailable @throws CustomerGone */
  changeProfile(change: ChangeProfile): Promise<User>
  /** Ends all other sessions of the customer. @throws CurrentPasswordWrong @throws PasswordUnchanged @throws PasswordTooCommon @throws TooBusy */
  changePassword(change: ChangePassword): Promise<void>
  /** Sends another link to prove the address; earlier ones are worth nothing then. @throws EmailProved @throws CustomerGone */
  askForProof(customerId: string): Promise<void>
  /** Takes the proof of a customer's address; false when the link is unknown, used or older than 24 hours. */
  verifyEmail(token: string): Promise<boolean>
  readonly addressBook: AddressBookKeeping
  /** Cart and wishlist as the server keeps them; what the catalogue sells is not known here. */
  readonly saved: CartKeeping
  /** Appends to the consent log; when it answers, the erasure of what is withdrawn is on its way. */
  recordConsent(choice: ConsentChoice): Promise<void>
  /** Records a visitor's search or look at a product, if their last choice allows it. */
  recordVisit(visit: { readonly visitorId: string; readonly event: VisitEvent }): Promise<void>
  /**
   * Searches of consenting visitors that found nothing, the most frequent first, at most 50.
   * @param days so many UTC days until today; null for as long as they are kept
   */
  listSearchMisses(days: number | null): Promise<readonly SearchMiss[]>
  /** Stores a privacy request under its reference, due in 45 days, and asks the person to confirm it by mail. */
  receivePrivacyRequest(request: DataRequest): Promise<PrivacyRequest>
  /** What the link of a mail confirms; looking changes nothing. Null when it is unknown. */
  findConfirmation(token: string): Promise<Confirmation | null>
  /** Takes the confirmation and has a job do what was asked; what is older than 7 days stays unconfirmed. Null when the link is unknown. */
  verifyPrivacyRequest(token: string): Promise<Confirmation | null>
  /** What a person refused for good by a privacy request, in whichever browser they are. */
  listOptOuts(email: string): Promise<readonly OptOut[]>
  /** Whether nothing that advertises may be sent to this address. */
  refusesMarketing(email: string): Promise<boolean>
  /** The file behind a link of a mail; null when the link is unknown or older than 7 days. */
  findDataExport(token: string): Promise<DataExport | null>
  /** For the inbox: newest first, and how many there are over all pages. */
  listPrivacyRequests(query: {
    readonly state?: RequestState
    readonly limit: number
    readonly offset: number
  }): Promise<{
    readonly requests: readonly PrivacyRequest[]
    readonly total: number
  }>
  /** For the inbox, in the caller's transaction. @throws PrivacyRequestNotFound */
  changePrivacyRequest(
    tx: Transaction,
    reference: string,
    change: PrivacyRequestChange,
  ): Promise<{ readonly before: PrivacyRequest; readonly after: PrivacyRequest }>
  /** Introduces another part of the shop that holds data of persons, so that exports and deletions reach it. */
  addPersonalDataKeeper(keeper: PersonalDataKeeper): void
}
