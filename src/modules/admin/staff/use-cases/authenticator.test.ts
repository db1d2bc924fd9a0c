import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newAuthenticator, stepOfCode } from './authenticator.ts'

/** The secret and the codes of RFC 6238, appendix B, cut to six digits. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32

describe('a code of the authenticator', () => {
  it.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [1234567890, '005924', 41152263],
    [20000000000, '353130', 666666666],
  ])('is the one of the standard at %i seconds', (seconds, code, step) => {
    expect(stepOfCode(RFC_SECRET, code, new Date(seconds * 1000))).toBe(step)
  })

  it.each([
    [-61, null],
    [-30, 99],
    [0, 100],
    [30, 101],
    [61, null],
  ])('of a telephone that is %i seconds off counts for its own period, or not at all', (offset, step) => {
    const now = new Date(100 * 30_000)
    const code = TOTP.generate({ secret: Secret.fromBase32(RFC_SECRET), timestamp: now.getTime() + offset * 1000 })
    expect(stepOfCode(RFC_SECRET, code, now)).toBe(step)
  })

  it.each(['', '28708', '2870822', '28708a', '28 7082', '-28708'])('is not "%s"', (code) => {
    expect(stepOfCode(RFC_SECRET, code, new Date(59_000))).toBeNull()
  })

  it('comes from a secret of 160 bits that an app reads from an address with the names of shop and person', () => {
    const { secret, uri } = newAuthenticator('ada@example.com')
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(newAuthenticator('ada@example.com').secret).not.toBe(secret)
    expect(uri).toBe(
      `otpauth://totp/Superprinter:ada%40example.com?issuer=Superprinter&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })
})
