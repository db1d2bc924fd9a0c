import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Superprinter'
const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** How many periods the clock of a telephone may be early or late. */
const DRIFT = 1

/** What an authenticator app is set up with (RFC 6238; the parameters that every app knows: SHA-1, 6 digits, 30 seconds). */
export interface NewAuthenticator {
  readonly secret: string
  /** For the QR code. */
  readonly uri: string
}

/** @param label what the app shows beside the shop's name */
export function newAuthenticator(label: string): NewAuthenticator {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, uri: totpOf(secret, label).toString() }
}

/**
 * The number of the period that a code belongs to: this one, or one before or after. Null for a wrong code. A caller
 * that stores it and takes no code of the same or an earlier period lets each code count once.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: DRIFT })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta
}

function totpOf(secret: Secret, label = ''): TOTP {
  return new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret })
}
