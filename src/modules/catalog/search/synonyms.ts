import { wordsOf } from '../domain/words.ts'
import { byFirstWord, standsAt, type Phrase } from './phrases.ts'
import file from './synonyms.json' with { type: 'json' }

/** Words that stand for one. */
interface Synonym extends Phrase {
  readonly meaning: string
}

/** One or more typed words that mean one thing, and the word under which that is found. */
export interface Meaning {
  readonly typed: string
  readonly word: string
}

/** The spaces around the cross of a size ("4 × 6 in"), but not where one of the numbers has decimals. */
const CROSS = /(?<=(?<![.\d])\d{1,3})\s{0,2}[x×]\s{0,2}(?=\d{1,3}(?![.\d]))/giu

/** In a text: what means the same, and what a product with these words is found by as well. */
const IN_TEXTS = byFirstWord([
  ...sameMeanings(),
  ...Object.entries(file.foundIn).flatMap(([meaning, phrases]) => phrases.map((phrase) => phraseOf(phrase, meaning))),
])
const IN_SEARCHES = byFirstWord(sameMeanings())

/** A text in which a size is one word: "4 × 6 in" → "4x6 in". */
export function withSizes(text: string): string {
  return text.replace(CROSS, 'x')
}

/** The words by which a text is found for what it means, beside its own: "Wi-Fi" → wifi, "two-sided" → duplex. */
export function* meaningsIn(words: readonly string[]): Iterable<string> {
  for (const [i, word] of words.entries()) {
    for (const phrase of IN_TEXTS.get(word) ?? []) if (standsAt(words, i, phrase)) yield phrase.meaning
  }
}

/** What the words of a search mean; of several meanings at one place the longest counts. */
export function meaningsOf(words: readonly string[]): readonly Meaning[] {
  const meanings: Meaning[] = []
  for (let i = 0; i < words.length;) {
    const word = words[i] ?? ''
    const at = i
    const phrase = IN_SEARCHES.get(word)?.find((each) => standsAt(words, at, each))
    const length = phrase?.words.length ?? 1
    meanings.push({ typed: words.slice(i, i + length).join(' '), word: phrase?.meaning ?? word })
    i += length
  }
  return meanings
}

/** The first of a group stands for all of them. */
function sameMeanings(): readonly Synonym[] {
  return file.same.flatMap(([meaning = '', ...others]) => others.map((phrase) => phraseOf(phrase, meaning)))
}

function phraseOf(text: string, meaning: string): Synonym {
  return { words: wordsOf(withSizes(text)), meaning }
}
