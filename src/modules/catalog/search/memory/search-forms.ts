import { LRUCache } from 'lru-cache'
import { searchFormsOf } from '../../domain/words.ts'

/** Most products repeat the same few words: brands, series, features. */
const known = new LRUCache<string, ReadonlySet<string>>({ max: 2000 })

/** `searchFormsOf`, cached per word. */
export function* cachedFormsOf(text: string): Iterable<string> {
  for (const word of text.split(/\s+/)) {
    let forms = known.get(word)
    if (forms === undefined) {
      forms = searchFormsOf(word)
      known.set(word, forms)
    }
    yield* forms
  }
}
