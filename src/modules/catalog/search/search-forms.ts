import { searchFormsOf } from '../domain/words.ts'

const MOST_KNOWN = 2000
/** Most products repeat the same few words (brands, series, features), so knowing them halves the time of a fill. */
const known = new Map<string, ReadonlySet<string>>()

/** `searchFormsOf`, remembered per word. */
export function* cachedFormsOf(text: string): Iterable<string> {
  for (const word of text.split(/\s+/)) {
    let forms = known.get(word)
    if (forms === undefined) {
      forms = searchFormsOf(word)
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(word, forms)
    }
    yield* forms
  }
}
