import { randomBytes } from 'node:crypto'

/**
 * A password hash that nothing fits, for an account whose password is no longer to be trusted.
 * @param before the account's hash in PHC form: all but its digest stays, so that a check takes as long as any other
 */
export function hashThatNothingFits(before: string): string {
  const digestAt = before.lastIndexOf('$') + 1
  const { length } = Buffer.from(before.slice(digestAt), 'base64')
  return before.slice(0, digestAt) + randomBytes(length).toString('base64').replaceAll('=', '')
}
