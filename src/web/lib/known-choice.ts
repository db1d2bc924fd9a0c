/** A choice that an address names, where there is such a one; else nothing is chosen, as if it named none. */
export function knownChoice(named: string, known: Iterable<string>): string {
  return new Set(known).has(named) ? named : ''
}
