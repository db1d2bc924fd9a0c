import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'

const CODE_MINUTES = 10

/** How often a code may be mistyped. */
export const CODE_TRIES = 5

/** What is stored of a code that was asked for. */
export interface LoginCode {
  /** Null until the code was written, and for an address that has no account. */
  readonly codeDigest: string | null
  readonly tries: number
}

/** When a code that is sent now stops counting: after 10 minutes. */
export function codeExpiryOf(now: Date): Date {
  return new Date(now.getTime() + CODE_MINUTES * MINUTE_MS)
}

/** The six-digit codes of sign-ins, and what may be stored of them: digests that are worth nothing without the key. */
export interface LoginCodes {
  /** The row of an address in the browser with this secret, or in all others together (null). It reveals neither. */
  keyOf(email: string, browser: string | null): string
  /** The code of a mail job: the same at every attempt to send it. */
  codeOf(jobId: string): string
  digestOf(email: string, code: string): string
  fits(stored: string | null, email: string, code: string): boolean
  /**
   * The secret of the link in a mail with a code. It signs nobody in; it tells who reads the mails of an address from
   * strangers, until the end of the next day.
   */
  readerTokenOf(email: string, now: Date): string
  isReaderToken(token: string, email: string, now: Date): boolean
}

/** @param secret the secret of the shop; the key of the codes is derived from it */
export function createLoginCodes(secret: string): LoginCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'superprinter sign-in codes', 32))
  const digest = (purpose: string, text: string) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest()

  function digestOf(email: string, code: string): string {
    return digest('code', `${email}\n${code}`).toString('base64url')
  }

  function readerTokenOf(email: string, now: Date): string {
    return digest('reader', `${Math.floor(now.getTime() / DAY_MS)}\n${email}`).toString('base64url')
  }

  return {
    keyOf: (email, browser) =>
      (browser === null ? digest('address', email) : digest('request', `${browser}\n${email}`)).toString('base64url'),
    // 48 random bits in a million codes: no code is likelier than another by more than one in a hundred million.
    codeOf: (jobId) => String(digest('job', jobId).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
    digestOf,
    fits(stored, email, code) {
      const expected = Buffer.from(digestOf(email, code))
      return timingSafeEqual(stored === null ? Buffer.alloc(expected.length) : Buffer.from(stored), expected)
    },
    readerTokenOf,
    isReaderToken(token, email, now) {
      const given = Buffer.from(token)
      return [now, new Date(now.getTime() - DAY_MS)].some((day) => {
        const expected = Buffer.from(readerTokenOf(email, day))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}
