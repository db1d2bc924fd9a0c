import { onFirstUse } from '#platform/concurrency/on-first-use'
import { fold, wordsOf } from '../domain/words.ts'
import { perText } from './known-texts.ts'
import file from './synonyms.json' with { type: 'json' }

/** English words by a word of another language. */
type Dictionary = ReadonlyMap<string, readonly string[]>

const translations = onFirstUse(() => dictionaryOf(file.translations))
/** What words are made of: other words, and what is none by itself. */
const parts = onFirstUse((): Dictionary => new Map([...translations(), ...dictionaryOf(file.parts)]))
const longestPart = onFirstUse(() => Math.max(...[...parts().keys()].map((part) => part.length)))
/** What German puts between the parts of a word: Etikett-en-drucker. */
const LINKS = ['', 'n', 's', 'en', 'es']
/** "Schwarzer", "mobile", "kabellosem". */
const ENDING = /(?:e[rsmn]?|s)$/
const SHORTEST_WORD = 4
const SHORTEST_STEM = 4
const SHORTEST_COMPOUND = 6
const LONGEST_COMPOUND = 40

/**
 * A word in English, as the search compares words: "imprimante" → printer, "Farblaserdrucker" → color, laser, printer. A
 * word that is none of the file's, and not made of them, stays as it is.
 */
export function inEnglish(word: string): readonly string[] {
  // Numbers and models are many, and no words of any language.
  return word.length < SHORTEST_WORD || /\d/.test(word) ? [word] : cachedWordsOf(word)
}

const cachedWordsOf = perText((word): readonly string[] => translated(word.replaceAll('ß', 'ss')) ?? [word])

function translated(word: string): readonly string[] | undefined {
  const stem = word.replace(ENDING, '')
  const words = translations()
  return words.get(word) ?? (stem.length >= SHORTEST_STEM ? words.get(stem) : undefined) ?? compoundOf(word)
}

/** The parts of a word that is made of at least two, in English; undefined when it is not. */
function compoundOf(word: string): readonly string[] | undefined {
  if (word.length < SHORTEST_COMPOUND || word.length > LONGEST_COMPOUND) return undefined
  const found = partsFrom(word, 0, new Set())
  return found !== null && found.count > 1 ? found.words : undefined
}

interface Parts {
  readonly words: readonly string[]
  readonly count: number
}

/** @param dead the places from which the word has no parts to its end, so that each is tried once */
function partsFrom(word: string, at: number, dead: Set<number>): Parts | null {
  if (dead.has(at)) return null
  for (let end = Math.min(word.length, at + longestPart()); end > at; end--) {
    const part = parts().get(word.slice(at, end))
    if (part === undefined) continue
    if (LINKS.includes(word.slice(end).replace(ENDING, '')) || end === word.length) return { words: part, count: 1 }
    for (const link of LINKS) {
      if (!word.startsWith(link, end)) continue
      const rest = partsFrom(word, end + link.length, dead)
      if (rest !== null) return { words: [...part, ...rest.words], count: rest.count + 1 }
    }
  }
  dead.add(at)
  return null
}

function dictionaryOf(words: Readonly<Record<string, readonly string[]>>): Dictionary {
  return new Map(
    Object.entries(words).flatMap(([english, others]) =>
      others.flatMap((other) => {
        const key = fold(other).replaceAll('ß', 'ss')
        // Texts come without a last "s", which would be that of a plural: "kabellos".
        return [key, ...wordsOf(key)].map((each) => [each, wordsOf(english)] as const)
      }),
    ),
  )
}
