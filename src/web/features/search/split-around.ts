/** Splits a suggestion around what was typed, so that it can be shown apart; no match gives the whole text first. */
export function splitAround(
  suggestion: string,
  typed: string,
): readonly [before: string, match: string, after: string] {
  const term = typed.trim()
  const start = term === '' ? -1 : suggestion.toLowerCase().indexOf(term.toLowerCase())
  if (start === -1) return [suggestion, '', '']
  return [
    suggestion.slice(0, start),
    suggestion.slice(start, start + term.length),
    suggestion.slice(start + term.length),
  ]
}
