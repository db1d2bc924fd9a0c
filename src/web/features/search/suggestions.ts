import { suggestionsPath } from '#contracts/api-paths'
import { LISTING_BOUNDS } from '#contracts/listing-choices'

/** Suggestions are asked for from this many characters on (specification 1, section 5). */
const MIN_CHARACTERS = 2

/** The call for the suggestions to what is typed, or null when it is too short to ask. */
export function suggestionsFor(typed: string): ReturnType<typeof suggestionsPath> | null {
  const term = typed.trim().slice(0, LISTING_BOUNDS.search)
  return term.length < MIN_CHARACTERS ? null : suggestionsPath(term)
}

/** The option that an arrow key leads to; -1 is the field itself. The list goes round. */
export function nextOption(active: number, count: number, step: 1 | -1): number {
  const positions = count + 1
  return ((active + 1 + step + positions) % positions) - 1
}
