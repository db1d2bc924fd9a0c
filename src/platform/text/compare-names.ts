let collator: Intl.Collator | undefined

/**
 * The order in which people look for a name in a list: "Bin 2" before "Bin 10", "a" before "Z", "é" beside "e". Names
 * that differ in nothing but that have an order as well, so that a list is the same every time.
 */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)
}
