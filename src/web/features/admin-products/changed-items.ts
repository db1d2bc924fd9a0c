/** What a list lost and gained; both are empty when only its order is another one. */
export interface ChangedItems {
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The difference between two lists, as the log writes them; null for values that are no lists. */
export function changedItems(before: string | null, after: string | null): ChangedItems | null {
  const [one, other] = [itemsOf(before), itemsOf(after)]
  if (one === null || other === null || (before ?? '') + (after ?? '') === '') return null
  return { removed: without(one, other), added: without(other, one) }
}

/** A JSON list of texts, or of facts: "Weight: 18.9 lb". A long one may have been cut off, and is no list. */
function itemsOf(value: string | null): readonly string[] | null {
  if (value === null || value === '') return []
  if (!/^[[{]/.test(value)) return null
  try {
    const read: unknown = JSON.parse(value)
    if (Array.isArray(read)) return read.map(String)
    return Object.entries(read as Record<string, unknown>).map(([name, fact]) => `${name}: ${String(fact)}`)
  } catch {
    return null
  }
}

/** Each as often as it is left over. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return items.filter((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
