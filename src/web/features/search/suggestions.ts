/** Suggestions are asked for from this many characters on (specification 1, section 5). */
const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 100

/** The API path of the suggestions for what is typed, or null when it is too short to ask. */
export function suggestionsPath(typed: string): string | null {
  const term = typed.trim().slice(0, MAX_CHARACTERS)
  return term.length < MIN_CHARACTERS ? null : `/api/search-suggestions?q=${encodeURIComponent(term)}`
}

/** Splits a suggestion around what was typed, so that it can be shown apart; no match gives the whole text first. */
export function splitAround(suggestion: string, typed: string): readonly [before: string, match: string, after: string] {
  const term = typed.trim()
  const start = term === '' ? -1 : suggestion.toLowerCase().indexOf(term.toLowerCase())
  if (start === -1) return [suggestion, '', '']
  return [suggestion.slice(0, start), suggestion.slice(start, start + term.length), suggestion.slice(start + term.length)]
}

/** The option that an arrow key leads to; -1 is the field itself. The list goes round. */
export function nextOption(active: number, count: number, step: 1 | -1): number {
  const positions = count + 1
  return ((active + 1 + step + positions) % positions) - 1
}
