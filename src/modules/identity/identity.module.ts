import { SHOP_TIME_ZONE } from '#brand'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { Logger } from '#platform/log/logger'
import type { MailAddress } from '#platform/mail/mail'
import type { Mailer } from '#platform/mail/mailer'
import type { PasswordHasher } from '#platform/security/passwords'
import { digestOf } from '#platform/security/link-token'
import { createLoginCodes } from './domain/login-code.ts'
import { CustomerGone } from './errors.ts'
import { eraseTrackingJob, eraseUnusedAccountsJob, fulfillPrivacyRequest } from './jobs.ts'
import type { IdentityModule } from './identity.api.ts'
import { createAddressRepository } from './persistence/address.repository.ts'
import { createAnsweredLinkRepository } from './persistence/answered-link.repository.ts'
import { createConsentRepository } from './persistence/consent.repository.ts'
import { createCredentialsRepository } from './persistence/credentials.repository.ts'
import { createDataExportRepository } from './persistence/data-export.repository.ts'
import { createEmailChangeRepository } from './persistence/email-change.repository.ts'
import { createEmailProofRepository } from './persistence/email-proof.repository.ts'
import { createLoginCodeRepository } from './persistence/login-code.repository.ts'
import { createOptOutRepository } from './persistence/opt-out.repository.ts'
import { createFillOwnerIds, identitySchemaSteps } from './persistence/schema-steps.ts'
import { createPrivacyRequestRepository } from './persistence/privacy-request.repository.ts'
import { createSavedCartRepository } from './persistence/saved-cart.repository.ts'
import { createSearchMissRepository } from './persistence/search-miss.repository.ts'
import { createSessionRepository } from './persistence/session.repository.ts'
import { createTrackingEventRepository } from './persistence/tracking-event.repository.ts'
import { createUnusedAccountRepository } from './persistence/unused-account.repository.ts'
import { createUserRepository } from './persistence/user.repository.ts'
import { eraseTrackingWhenConsentWasWithdrawn } from './subscribers/erase-tracking-when-consent-was-withdrawn.ts'
import { mailStaffWhenPrivacyRequestWasReceived } from './subscribers/mail-staff-when-privacy-request-was-received.ts'
import { askToConfirmWhenPrivacyRequestWasReceived } from './subscribers/ask-to-confirm-when-privacy-request-was-received.ts'
import { mailPersonWhenPrivacyRequestWasFulfilled } from './subscribers/mail-person-when-privacy-request-was-fulfilled.ts'
import { welcomeByMailWhenUserRegistered } from './subscribers/welcome-by-mail-when-user-registered.ts'
import { mailLinkWhenEmailProofWasRequested } from './subscribers/mail-link-when-email-proof-was-requested.ts'
import { mailLoginCodeWhenItWasRequested } from './subscribers/mail-login-code-when-it-was-requested.ts'
import { mailLinkWhenNewEmailProofWasRequested } from './subscribers/mail-link-when-new-email-proof-was-requested.ts'
import { warnOldAddressWhenEmailChangeWasRequested } from './subscribers/warn-old-address-when-email-change-was-requested.ts'
import { warnOldAddressWhenEmailWasChanged } from './subscribers/warn-old-address-when-email-was-changed.ts'
import { warnCustomerWhenAccountEndWasAnnounced } from './subscribers/warn-customer-when-account-end-was-announced.ts'
import { warnCustomerWhenPasswordWasChanged } from './subscribers/warn-customer-when-password-was-changed.ts'
import { createRequestEmailProof } from './use-cases/request-email-proof.ts'
import { createChangePassword } from './use-cases/change-password.ts'
import { createChangeProfile } from './use-cases/change-profile.ts'
import { checkNewPassword } from './use-cases/check-new-password.ts'
import { createEmailChangeUseCases } from './use-cases/email-change.ts'
import { createDeclineEmail } from './use-cases/decline-email.ts'
import { createEndTrust } from './use-cases/end-trust.ts'
import { createEraseTracking } from './use-cases/erase-tracking.ts'
import { createFindFailures } from './use-cases/find-failures.ts'
import { createFindSessionUser } from './use-cases/find-session-user.ts'
import { createEraseUnusedAccounts } from './use-cases/erase-unused-accounts.ts'
import { createFulfillPrivacyRequest } from './use-cases/fulfill-privacy-request/fulfill-privacy-request.ts'
import { createAddressBookUseCases } from './use-cases/address-book.ts'
import { createSavedCartUseCases } from './use-cases/saved-cart.ts'
import { createOwnPersonalData, type PersonalDataSource } from './use-cases/personal-data.ts'
import { createKnownAddresses } from './use-cases/known-addresses.ts'
import { createPrivacyRequests } from './use-cases/privacy-requests.ts'
import { createReceivePrivacyRequest } from './use-cases/receive-privacy-request.ts'
import { createRecordConsent } from './use-cases/record-consent.ts'
import { createRecordVisit } from './use-cases/record-visit.ts'
import { createSearchMissUseCases } from './use-cases/search-misses.ts'
import { createSessionUseCases } from './use-cases/sessions.ts'
import { createSignIn } from './use-cases/sign-in.ts'
import { createSignInByCode } from './use-cases/sign-in-by-code.ts'
import { createSignUp } from './use-cases/sign-up.ts'
import { createVerifyEmail } from './use-cases/verify-email.ts'
import { createVerifyPrivacyRequest } from './use-cases/verify-privacy-request.ts'

/** At night, when nobody waits. */
const ERASURE = { time: '03:30', timeZone: SHOP_TIME_ZONE }

/**
 * Builds accounts, consent and privacy requests on their collections, and registers their jobs and subscribers.
 * @param deps.shopUrl where the links of mails lead, without a slash at the end
 * @param deps.secret the shop's secret, which is the same in every process: the key of the sign-in codes comes from it
 * @param deps.staff the address that is notified of privacy requests
 */
export function createIdentityModule(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly logger: Logger
  readonly mailer: Mailer
  readonly passwords: PasswordHasher
  readonly shopUrl: string
  readonly secret: string
  readonly staff: MailAddress
}): IdentityModule {
  const { database, clock, jobs } = deps
  const users = createUserRepository(database)
  const credentials = createCredentialsRepository(database)
  const emailProofs = createEmailProofRepository(database)
  const unusedAccounts = createUnusedAccountRepository(database)
  const sessions = createSessionRepository(database)
  const emailChanges = createEmailChangeRepository(database)
  const answeredLinks = createAnsweredLinkRepository(database)
  const codes = createLoginCodeRepository(database)
  const addresses = createAddressRepository(database)
  const carts = createSavedCartRepository(database)
  const consents = createConsentRepository(database)
  const tracking = createTrackingEventRepository(database)
  const requests = createPrivacyRequestRepository(database)
  const files = createDataExportRepository(database)
  const optOuts = createOptOutRepository(database)
  const sources: PersonalDataSource[] = []
  const links = { shop: deps.shopUrl }
  const stores = {
    users,
    credentials,
    emailProofs,
    unusedAccounts,
    sessions,
    emailChanges,
    answeredLinks,
    addresses,
    carts,
    consents,
    tracking,
    requests,
    files,
    optOuts,
  }
  const parts = {
    ...deps,
    ...stores,
    links,
    sources,
    own: createOwnPersonalData(stores),
    codes,
    loginCodes: createLoginCodes(deps.secret),
    endTrust: createEndTrust(stores),
    findFailures: createFindFailures(deps),
  }

  const privacyRequests = createPrivacyRequests(parts)
  const emailChange = createEmailChangeUseCases(parts)
  const eraseTracking = createEraseTracking(parts)
  eraseTrackingWhenConsentWasWithdrawn({ ...parts, eraseTracking })
  mailStaffWhenPrivacyRequestWasReceived(parts)
  askToConfirmWhenPrivacyRequestWasReceived(parts)
  mailPersonWhenPrivacyRequestWasFulfilled({
    ...parts,
    noteUndelivered: (reference) =>
      database.transaction((tx) =>
        privacyRequests.changePrivacyRequest(tx, reference, { note: 'The mail about it could not be delivered.' }),
      ),
  })
  welcomeByMailWhenUserRegistered(parts)
  mailLinkWhenEmailProofWasRequested(parts)
  mailLoginCodeWhenItWasRequested(parts)
  warnOldAddressWhenEmailChangeWasRequested(parts)
  mailLinkWhenNewEmailProofWasRequested(parts)
  warnOldAddressWhenEmailWasChanged(parts)
  warnCustomerWhenPasswordWasChanged(parts)
  warnCustomerWhenAccountEndWasAnnounced(parts)
  // An earlier version of the shop may have left some of these in the outbox.
  jobs.handle(eraseTrackingJob, eraseTracking)
  jobs.handle(fulfillPrivacyRequest, createFulfillPrivacyRequest(parts))
  jobs.handleDaily(eraseUnusedAccountsJob, ERASURE, createEraseUnusedAccounts(parts))

  return {
    signUp: createSignUp(parts),
    signIn: createSignIn(parts),
    ...createSignInByCode(parts),
    findSessionUser: createFindSessionUser(parts),
    sessions: createSessionUseCases(parts),
    signOut: (sessionId) => sessions.delete(sessionId),
    changeProfile: createChangeProfile(parts),
    ...createChangePassword(parts),
    requestEmailProof: createRequestEmailProof(parts),
    emailChange,
    verifyEmail: createVerifyEmail({ ...parts, emailChange }),
    declineEmail: createDeclineEmail(parts),
    findLinkAnswer: (token) => answeredLinks.find(digestOf(token), clock.now()),
    addressBook: createAddressBookUseCases(parts),
    saved: createSavedCartUseCases(parts),
    recordConsent: createRecordConsent(parts),
    recordVisit: createRecordVisit(parts),
    searchMisses: createSearchMissUseCases({ clock, misses: createSearchMissRepository(database) }),
    receivePrivacyRequest: createReceivePrivacyRequest(parts),
    ...createVerifyPrivacyRequest(parts),
    ...privacyRequests,
    ...createKnownAddresses(parts),
    async lockCustomer(tx, customerId) {
      if (!(await users.lock(tx, customerId))) throw new CustomerGone()
    },
    checkNewPassword,
    takeDataExport: (token) => files.take(digestOf(token), clock.now()),
    schemaSteps: identitySchemaSteps(deps.database),
    fillOwnerIdsOfPrivacyRequests: createFillOwnerIds(deps.database),
    addPersonalDataSource: (source) => void sources.push(source),
  }
}
