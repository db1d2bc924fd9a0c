import type { Actor } from '../audit/audit.api.ts'
import type { KnownContacts } from './known-contacts.ts'

/** How the person of a privacy request can be verified by staff. */
export interface VerificationWays extends KnownContacts {
  readonly isVerified: boolean
  /** The newest letter; null when none was written. */
  readonly letter: { readonly writtenAt: Date; readonly expiresAt: Date; readonly triesLeft: number } | null
}

/** A letter to print. Its code is shown this once. */
export interface WrittenLetter {
  readonly code: string
  readonly lines: readonly string[]
  readonly expiresAt: Date
}

/**
 * Staff verify who made a privacy request (specification 2, sections 5 and 8): by a call to a number, or by the code of a
 * letter to an address, that the shop knew before the request from the proved account of the request's email address.
 * Nothing else proves it. Each step is in the log.
 */
export interface Verification {
  /** @throws PrivacyRequestNotFound */
  ways(reference: string): Promise<VerificationWays>
  /** Staff called this number, and the person said that the request is theirs. @throws ContactNotKnown @throws NotToVerify */
  byPhone(reference: string, phoneKey: string, by: Actor): Promise<void>
  /**
   * Makes a code for a letter; the code of an earlier one stops counting.
   * @throws ContactNotKnown
   * @throws TooManyLetters
   * @throws NotToVerify
   */
  writeLetter(reference: string, addressKey: string, by: Actor): Promise<WrittenLetter>
  /** The person gave the code of the letter. @throws LetterCodeWrong @throws LetterCodeOver @throws NotToVerify */
  byLetter(reference: string, code: string, by: Actor): Promise<void>
}
