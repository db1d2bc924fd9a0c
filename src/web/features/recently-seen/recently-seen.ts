const MAX_KEPT = 12

/** A product that somebody looks at comes first; each stands once, and the oldest goes. */
export function withSeen(seen: readonly number[], productId: number): readonly number[] {
  return [productId, ...seen.filter((id) => id !== productId)].slice(0, MAX_KEPT)
}

/** What storage held, made sound: the ids in it, each once. */
export function parseSeen(text: string | null): readonly number[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0)
    return [...new Set(ids)].slice(0, MAX_KEPT)
  } catch {
    return []
  }
}
