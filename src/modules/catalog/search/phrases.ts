/** Words in the order in which they are typed. */
export interface Phrase {
  readonly words: readonly string[]
}

/** Phrases by their first word, longest first: of several at one place the longest counts. */
export function byFirstWord<P extends Phrase>(phrases: readonly P[]): ReadonlyMap<string, readonly P[]> {
  const byWord = new Map<string, P[]>()
  for (const phrase of phrases.toSorted((a, b) => b.words.length - a.words.length)) {
    const [first] = phrase.words
    if (first !== undefined) byWord.set(first, [...(byWord.get(first) ?? []), phrase])
  }
  return byWord
}

/** The longest phrase at this place of some words. */
export function phraseAt<P extends Phrase>(
  phrases: ReadonlyMap<string, readonly P[]>,
  words: readonly string[],
  place: number,
): P | undefined {
  const beginning = phrases.get(words[place] ?? '')
  if (beginning !== undefined) for (const phrase of beginning) if (standsAt(words, place, phrase)) return phrase
  return undefined
}

/** Whether a phrase stands at this place of some words. */
export function standsAt(words: readonly string[], place: number, { words: wanted }: Phrase): boolean {
  for (let i = 0; i < wanted.length; i++) if (words[place + i] !== wanted[i]) return false
  return true
}

/** Whether a phrase stands anywhere among some words. */
export function contains(words: readonly string[], phrase: Phrase): boolean {
  return words.some((_, i) => standsAt(words, i, phrase))
}
