import { createHash, randomBytes } from 'node:crypto'

const CODES = 10
const LENGTH = 24
const GROUP = 4
/** Crockford's base 32, five bits each: no letter looks like another sign. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const MISREAD: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/** Ten codes that open the gate once each, when the authenticator is lost: 120 random bits, which no digest gives away. */
export function newRecoveryCodes(): { readonly codes: readonly string[]; readonly digests: readonly string[] } {
  const codes = Array.from({ length: CODES }, newCode)
  return { codes, digests: codes.map((code) => recoveryDigestOf(code) ?? '') }
}

function newCode(): string {
  const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
  return (signs.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

/** What is stored of a code, however it is typed; null for what cannot be one. */
export function recoveryDigestOf(typed: string): string | null {
  const signs = [...typed.toLowerCase()].filter((sign) => /[0-9a-z]/.test(sign)).map((sign) => MISREAD[sign] ?? sign)
  if (signs.length !== LENGTH || signs.some((sign) => !SIGNS.includes(sign))) return null
  return createHash('sha256').update(signs.join('')).digest('base64url')
}
