import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'
import { PURPOSES } from './domain/consent.ts'
import { REQUEST_TYPES } from './domain/privacy-request.ts'

/** The addressee of a mail, as of the event, even if the account is changed or erased before the mail goes out. */
const person = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() })
/** The secret of a link in a mail. The database holds only its digest. */
const linkToken = z.string()

export const userRegistered = defineEvent(
  'identity.user-registered',
  z.object({ userId: z.string(), customer: person, linkToken }),
)

/** A customer asked for another link to prove their address. */
export const emailProofRequested = defineEvent(
  'identity.email-proof-requested',
  z.object({ userId: z.string(), customer: person, linkToken }),
)

/** Somebody asked for a sign-in code; whether the address has an account is found out when it is sent. */
export const loginCodeRequested = defineEvent(
  'identity.login-code-requested',
  z.object({
    email: z.string(),
    /** The row of the browser that asked. An event of an earlier version of the shop names none. */
    codeKey: z.string().default(''),
    /** The same in the rows that it opened, until a later one takes its place there. Earlier versions gave none. */
    requestId: z.string().default(''),
    /** Whether they came by the link of an earlier mail, and so read the address. */
    isReader: z.boolean().default(false),
  }),
)

/** A customer asked for another address; `undoToken` is for the mail to the one that the account has. */
export const emailChangeRequested = defineEvent(
  'identity.email-change-requested',
  z.object({ userId: z.string(), customer: person, undoToken: linkToken.nullable() }),
)

/**
 * The address that a customer asked for is to be proved by the link. Whether somebody else has it is found out later.
 */
export const newEmailProofRequested = defineEvent(
  'identity.new-email-proof-requested',
  z.object({ userId: z.string(), newEmail: z.string(), linkToken }),
)

/** A customer has another address, which is proved. `wasProved` says so of the one before. */
export const emailChanged = defineEvent(
  'identity.email-changed',
  z.object({ userId: z.string(), before: person, wasProved: z.boolean() }),
)

export const passwordChanged = defineEvent(
  'identity.password-changed',
  z.object({ userId: z.string(), customer: person }),
)

/** A customer has not signed in for so long that the account ends, unless they do. */
export const accountEndAnnounced = defineEvent(
  'identity.account-end-announced',
  z.object({ userId: z.string(), customer: person, lastLoginAt: z.coerce.date(), endsAt: z.coerce.date() }),
)

/** A visitor made a choice; `withdrawn` names what they had allowed before and no longer allow. */
export const consentChanged = defineEvent(
  'identity.consent-changed',
  z.object({
    visitorId: z.string(),
    analytics: z.boolean(),
    marketing: z.boolean(),
    withdrawn: z.array(z.enum(PURPOSES)),
  }),
)

export const privacyRequestReceived = defineEvent(
  'identity.privacy-request-received',
  z.object({ reference: z.string(), requestType: z.enum(REQUEST_TYPES), linkToken }),
)

/** A request came in, was confirmed or fulfilled, or staff changed it. */
export const privacyRequestChanged = defineEvent(
  'identity.privacy-request-changed',
  z.object({ reference: z.string() }),
  { broadcast: true },
)

/** The shop's own job fulfilled a request; `linkToken` leads to an export. */
export const privacyRequestFulfilled = defineEvent(
  'identity.privacy-request-fulfilled',
  z.object({ reference: z.string(), requestType: z.enum(REQUEST_TYPES), person, linkToken: linkToken.optional() }),
)
