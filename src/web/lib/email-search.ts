/** The most characters that the lists of staff can be searched for. */
const LONGEST_SEARCH = 100

/**
 * What finds an email address in a list of staff: the beginning of a long one, because an address may be longer than a
 * search, which is refused then. It may find others that begin alike; keep those that are the address.
 */
export function emailSearch(email: string): string {
  return email.slice(0, LONGEST_SEARCH)
}
