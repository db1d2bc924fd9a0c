import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link in a mail: the link carries the token, the database only its digest, which opens nothing. */
export interface LinkToken {
  readonly token: string
  readonly digest: string
}

/** A new secret that nobody can guess. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url')
  return { token, digest: digestOf(token) }
}

/** What the database keeps of a token. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
