/** Suggestions are asked for from this many characters on (specification 1, section 5). */
const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 100

/** The API path of the suggestions for what is typed, or null when it is too short to ask. */
export function suggestionsPath(typed: string): string | null {
  const term = typed.trim().slice(0, MAX_CHARACTERS)
  return term.length < MIN_CHARACTERS ? null : `/api/search-suggestions?q=${encodeURIComponent(term)}`
}

/** The option that an arrow key leads to; -1 is the field itself. The list goes round. */
export function nextOption(active: number, count: number, step: 1 | -1): number {
  const positions = count + 1
  return ((active + 1 + step + positions) % positions) - 1
}
