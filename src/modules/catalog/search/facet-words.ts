import { onFirstUse } from '#platform/concurrency/on-first-use'
import {
  CHOICES,
  FACETS,
  FACT_FACET_NAMES,
  type Choice,
  type FactFacetName,
  type FacetName,
  type FacetValue,
} from '../domain/product-facets.ts'
import { byFirstWord, contains, phraseAt, standsAt, type Phrase } from './phrases.ts'
import { papersIn, speedsIn } from './facet-sizes.ts'
import { spelledWordsOf } from './synonyms.ts'
import file from './facet-words.json' with { type: 'json' }

/** What `facet-words.json` says of one facet. */
interface FacetWords {
  /** The facts whose text is read for values: a single word is the whole name of the fact, several may be a part of it. */
  readonly facts: readonly string[]
  /** The phrases that mean each value; those below "" mean none, however much they look like one. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Words in the name of a fact that mean the value, unless the fact says no: "Fax: 33.6 kbps". */
  readonly named?: Readonly<Record<string, readonly string[]>>
  /** Words beside which nothing is meant: "Duplex scanning" is no duplex printing. */
  readonly unless?: readonly string[]
  /** Whether the product's name counts where no fact says anything; likewise its features. */
  readonly readsName?: boolean
  readonly readsFeatures?: boolean
  /** Values that the name and the features say more closely than a fact does: an EcoTank is an inkjet with tanks. */
  readonly readsAlso?: readonly string[]
}

/** What all products of a category are, and the only facets that they can have. */
interface CategoryFacets {
  readonly is: readonly Choice[]
  readonly facets: readonly FactFacetName[]
  /** What some choices mean there: 4 × 6 inches of a label printer are a label. */
  readonly means: ReadonlyMap<Choice, Choice>
}

interface WrittenCategory {
  readonly is?: readonly string[]
  readonly facets?: readonly string[]
  readonly means?: Readonly<Record<string, string>>
}

type Words = readonly string[]

/** A part of a text, and its words in English and in the spelling of this shop. */
export interface TextPart {
  readonly text: string
  readonly words: Words
  /** The readers, each as its bit, of which a phrase may stand in it: for most words of most texts there is none. */
  readonly readers: number
}

interface ValuePhrase extends Phrase {
  readonly values: readonly FacetValue[]
}

/** What a fact says of a facet: its values, none when it denies them; null when it says nothing. */
type Said = readonly FacetValue[] | null

const optional = onFirstUse(() => phraseOf('optional'))
const negations = onFirstUse(() => file.negations.map(phraseOf))
const affirmations = onFirstUse(() => file.affirmations.map(phraseOf))
const EMPTY = new Set(['', '-', '–', '0', 'n'])
/** What stands between the parts of a text. */
export const PARTS = /[,;|•\n]+/

/** Facets whose values are also read from measures. */
const MEASURES: { readonly [Name in FacetName]?: (text: string) => readonly FacetValue[] } = {
  paper: papersIn,
  speed: speedsIn,
}

/** The words of one facet as they are looked for. */
export class FacetReader {
  readonly name: FactFacetName
  /** The one by which it is known among all readers. */
  readonly bit: number
  readonly readsName: boolean
  readonly readsFeatures: boolean
  readonly readsAlso: readonly FacetValue[]
  readonly #facts: readonly Phrase[]
  readonly #named: readonly ValuePhrase[]
  readonly #phrases: ReadonlyMap<string, readonly ValuePhrase[]>
  readonly #unless: readonly Phrase[]

  constructor(name: FactFacetName, words: FacetWords, bit: number) {
    this.name = name
    this.readsName = words.readsName === true
    this.readsFeatures = words.readsFeatures === true
    this.readsAlso = (words.readsAlso ?? []).map((value) => knownIn<FacetValue>(FACETS[name], value))
    this.#facts = words.facts.map(phraseOf)
    this.#named = phrasesOf(name, words.named ?? {})
    this.#phrases = byFirstWord(phrasesOf(name, words.values))
    this.#unless = (words.unless ?? []).map(phraseOf)
    this.bit = bit
  }

  /** The words that its phrases begin with. */
  firstWords(): Iterable<string> {
    return this.#phrases.keys()
  }

  /** Whether a fact with this name is read for values. */
  isAbout(factName: Words): boolean {
    return this.#facts.some((fact) => contains(factName, fact) && (fact.words.length > 1 || factName.length === 1))
  }

  /** What a fact ("Duplex printing", "Automatic") says; what can be had in addition says nothing. */
  ofFact(name: string, value: string): Said {
    const factName = spelledWordsOf(name)
    if (contains(factName, optional())) return null
    const isAbout = [factName, ...namesIn(name)].some((each) => this.isAbout(each))
    const read = isAbout ? [...this.ofText(value), ...this.#answer(value)] : []
    if (read.length > 0) return read
    const named = this.#isUnless(factName) ? [] : this.#named.filter((phrase) => contains(factName, phrase))
    if (!isAbout && named.length === 0) return null
    if (isDenied(value)) return []
    return named.length === 0 ? null : named.flatMap(({ values }) => values)
  }

  /** The values that a text means, part by part: "Wi-Fi (optional), USB" means USB. */
  ofText(text: string): readonly FacetValue[] {
    return this.ofParts(partsIn(text))
  }

  /** The same of a text that several facets are read from. */
  ofParts(parts: readonly TextPart[]): readonly FacetValue[] {
    const meant: FacetValue[] = []
    const measure = MEASURES[this.name]
    for (const { text, words, readers } of parts) {
      const mayMean = (readers & this.bit) !== 0
      if (!mayMean && measure === undefined) continue
      const values = mayMean ? this.#valuesIn(words) : []
      const measured = measure?.(text)
      if (measured !== undefined) values.push(...measured)
      // Most texts mean nothing of one facet: what says otherwise is looked for in the few that do.
      if (values.length > 0 && !this.#isUnless(words) && !isNegated(words)) meant.push(...values)
    }
    return meant
  }

  /** "Yes" and "no" to a facet with these values. */
  #answer(value: string): readonly FacetValue[] {
    const answers: readonly FacetValue[] = FACETS[this.name]
    if (answers.includes('yes') && affirmations().some((phrase) => standsAt(spelledWordsOf(value), 0, phrase)))
      return ['yes']
    return answers.includes('no') && isDenied(value) ? ['no'] : []
  }

  /** Of several phrases at one place the longest counts: "thermal inkjet" is no thermal printer. */
  #valuesIn(words: Words): FacetValue[] {
    const values: FacetValue[] = []
    for (let i = 0; i < words.length;) {
      const phrase = phraseAt(this.#phrases, words, i)
      if (phrase !== undefined) values.push(...phrase.values)
      i += phrase?.words.length ?? 1
    }
    return values
  }

  #isUnless(words: Words): boolean {
    return this.#unless.some((phrase) => contains(words, phrase))
  }
}

/** A text in the parts that are read each for itself. */
export function partsIn(text: string): readonly TextPart[] {
  return text.split(PARTS).map((part) => partOf(part, spelledWordsOf(part)))
}

/** A text without what stands between parts, and its words. */
export function partOf(text: string, words: Words): TextPart {
  const bits = bitsByWord()
  let readers = 0
  for (const word of words) readers |= bits.get(word) ?? 0
  return { text, words, readers }
}

/** One reader per facet. */
export const facetReaders = onFirstUse(() =>
  FACT_FACET_NAMES.map((name, place) => new FacetReader(name, file[name], 1 << place)),
)
/** The speed of what does not print. */
export const scanSpeed = onFirstUse(() => new FacetReader('speed', file.scanSpeed, 1 << FACT_FACET_NAMES.length))

export const allReaders = onFirstUse(() => [...facetReaders(), scanSpeed()])

/** The readers with a phrase that begins with a word, each as its bit. */
const bitsByWord = onFirstUse(() => {
  const bits = new Map<string, number>()
  for (const reader of allReaders())
    for (const word of reader.firstWords()) bits.set(word, (bits.get(word) ?? 0) | reader.bit)
  return bits
})

export const CATEGORIES: ReadonlyMap<string, CategoryFacets> = new Map(
  Object.entries(file.categories as Readonly<Record<string, WrittenCategory>>).map(
    ([category, { is = [], facets = FACT_FACET_NAMES, means = {} }]) => [
      category,
      {
        is: is.map((text) => knownIn(CHOICES, text)),
        facets: facets.map((text) => knownIn(FACT_FACET_NAMES, text)),
        means: new Map(Object.entries(means).map(([from, to]) => [knownIn(CHOICES, from), knownIn(CHOICES, to)])),
      },
    ],
  ),
)

/** "Connectivity, standard" and "Copy/Scan" have two names each. */
function namesIn(name: string): readonly Words[] {
  const names = name.split(/[,/]/)
  return names.length === 1 ? [] : names.map(spelledWordsOf)
}

function knownIn<Known extends string>(all: readonly Known[], text: string): Known {
  const known = all.find((each) => each === text)
  if (known === undefined) throw new Error(`facet-words.json: there is no "${text}"`)
  return known
}

/** What the letters behind a printer's number mean. */
export const MODEL_LETTERS: ReadonlyMap<string, Choice> = new Map(
  Object.entries(file.modelLetters).map(([letter, text]) => [letter, knownIn(CHOICES, text)]),
)

/** What follows from a choice where nothing says otherwise, in one category or in all. */
export const IMPLIED: readonly { readonly category?: string; readonly has: Choice; readonly means: Choice }[] =
  file.implied.map(({ has, means, ...only }) => ({
    ...only,
    has: knownIn(CHOICES, has),
    means: knownIn(CHOICES, means),
  }))

/** Whether a fact with this value says that there is none. */
function isDenied(value: string): boolean {
  const [first = ''] = value.split(PARTS)
  return EMPTY.has(value.trim().toLowerCase()) || isNegated(spelledWordsOf(first))
}

function isNegated(words: Words): boolean {
  return negations().some((negation) => contains(words, negation))
}

function phraseOf(text: string): Phrase {
  return { words: spelledWordsOf(text) }
}

/** A phrase may stand below several values. @throws Error that names what the file cannot mean */
function phrasesOf(name: FacetName, values: FacetWords['values']): readonly ValuePhrase[] {
  const phrases = new Map<string, { words: Words; values: FacetValue[] }>()
  for (const [value, texts] of Object.entries(values)) {
    const known = value === '' ? [] : [knownIn<FacetValue>(FACETS[name], value)]
    for (const { words } of texts.map(phraseOf)) {
      const phrase = phrases.get(words.join(' ')) ?? { words, values: [] }
      phrase.values.push(...known)
      phrases.set(words.join(' '), phrase)
    }
  }
  return [...phrases.values()]
}
