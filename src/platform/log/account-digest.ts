import { createHmac } from 'node:crypto'

/** Enough to tell accounts apart. */
const DIGEST_LENGTH = 16

/**
 * Stands for an email address in the log. It is the same in all lines about one account, and without the secret nobody
 * can read a name in it or try addresses against it.
 */
export function accountDigest(email: string, secret: string): string {
  return createHmac('sha256', secret).update(email.trim().toLowerCase()).digest('hex').slice(0, DIGEST_LENGTH)
}
