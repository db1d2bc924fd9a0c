import { LRUCache } from 'lru-cache'
import { searchFormsOf } from '../domain/words.ts'

/** A catalog is written in the same few words: brands, series, features. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 2000 })

/** `searchFormsOf`, remembered word by word. */
export function* rememberedFormsOf(text: string): Iterable<string> {
  for (const word of text.split(/\s+/)) {
    let forms = known.get(word)
    if (forms === undefined) {
      forms = searchFormsOf(word)
      known.set(word, forms)
    }
    yield* forms
  }
}
