import { randomUUID } from 'node:crypto'
import { newLinkToken } from '#platform/security/link-token'
import { DAY_MS } from '#platform/time/durations'
import { proofExpiryOf } from './email-proof.ts'
import type { EmailProof, User } from './user.ts'

const UNDO_DAYS = 7

/** A new email address that a customer asked for. It counts once it is proved; until then the old one stays. */
export interface EmailChange {
  readonly id: string
  readonly userId: string
  /** The session that asked, which stays when all others end. */
  readonly sessionId: string
  readonly oldEmail: string
  readonly newEmail: string
  readonly proof: EmailProof
  /** Digest of the link that takes the change back; null when the old address was never proved to be the customer's. */
  readonly undoDigest: string | null
  readonly requestedAt: Date
  /** When the new address was proved; null until then. */
  readonly provedAt: Date | null
  /** When the change can be taken back no longer. */
  readonly expiresAt: Date
}

/** A change as it begins, with the secrets of its links: only the mails get these. */
export interface NewEmailChange {
  readonly change: EmailChange
  readonly proofToken: string
  /** Null when the old address gets no link: it may be somebody else's, mistyped at the sign-up. */
  readonly undoToken: string | null
}

/** A change to `newEmail`, its link for 24 hours, and the link that takes it back for 7 days. */
export function newEmailChange(customer: User, newEmail: string, sessionId: string, now: Date): NewEmailChange {
  const proof = newLinkToken()
  const undo = customer.isEmailVerified ? newLinkToken() : null
  return {
    change: {
      id: randomUUID(),
      userId: customer.id,
      sessionId,
      oldEmail: customer.email,
      newEmail,
      proof: { digest: proof.digest, expiresAt: proofExpiryOf(now) },
      undoDigest: undo?.digest ?? null,
      requestedAt: now,
      provedAt: null,
      expiresAt: new Date(now.getTime() + UNDO_DAYS * DAY_MS),
    },
    proofToken: proof.token,
    undoToken: undo?.token ?? null,
  }
}

/**
 * Whether a change may no longer be completed, because the old address was proved since it was asked for: its owner may
 * not be the person who asked, and has no link that takes the change back.
 */
export function isOutdated({ undoDigest }: EmailChange, { isEmailVerified }: User): boolean {
  return undoDigest === null && isEmailVerified
}
