import { setImmediate } from 'node:timers/promises'
import { choiceOf, FACETS, SEVERAL_VALUED, type Choice } from '../domain/product-facets.ts'
import type { Exclusions } from '../domain/product-query.ts'
import { wordsOf } from '../domain/words.ts'
import { facetReaders } from './facet-words.ts'
import { standsAt, type Phrase } from './phrases.ts'
import { fillers, meaningAt, spelledWordsOf } from './synonyms.ts'
import file from './synonyms.json' with { type: 'json' }

/** A search, and what it does not want. */
export interface Negations {
  /** The search without its words about what is not wanted. */
  readonly words: string
  readonly except: Exclusions
  /** What is not wanted, as it was typed. */
  readonly without: readonly string[]
  /** The parts of the search that say so: "without wifi". */
  readonly said: readonly string[]
}

const NEGATORS: readonly Phrase[] = file.negators.map((text) => ({ words: wordsOf(text) }))
/** "Without wifi printing": what may follow and means nothing more. */
const ENDS: ReadonlySet<string> = new Set(file.negatedEndsAt.flatMap(wordsOf))
/** "USB only": no other connection. */
const ALONE: ReadonlySet<string> = new Set(file.alone)
// Each for itself: together, with the alphabet of Unicode for the borders of words, they take twice as long.
const HAS_NEGATOR = new RegExp(String.raw`\b(?:${[...file.negators, ...file.alone].join('|')})\b`, 'i')
const HAS_MINUS = /\s-\p{L}/u
/** "-hp", as search engines read it. */
const MINUS = /^-(?=\p{L})/u
/** What is not wanted is said without its negator: of "non-wifi" wifi. */
const NEGATOR_IN_PART = new RegExp(String.raw`^(?:-|(?:${file.negators.join('|')})-)(?=\p{L})`, 'iu')

/** Whether a text may say what is not wanted, or not there. */
export function mayNegate(text: string): boolean {
  return HAS_NEGATOR.test(text) || HAS_MINUS.test(text)
}

/** A brand as a search may name it. */
export interface BrandPhrase extends Phrase {
  readonly brand: string
}

/** To read so many brands of the longest takes some 4 ms of the processor. */
const BRANDS_AT_ONCE = 500

/** The words of brands, of which there may be one for each product: others are answered in between. */
export async function readBrands(brands: readonly string[]): Promise<readonly BrandPhrase[]> {
  const read: BrandPhrase[] = []
  for (let first = 0; first < brands.length; first += BRANDS_AT_ONCE) {
    if (first > 0) await setImmediate()
    for (const brand of brands.slice(first, first + BRANDS_AT_ONCE)) read.push({ brand, words: spelledWordsOf(brand) })
  }
  return read
}

/**
 * Takes out of a search what it does not want: "printer without wifi", "not HP", "laser -brother". A phrase that means
 * something by itself ("without cartridges": ink tanks) stays, and so does a number ("No. 62").
 * @param brands those of the catalog
 */
export function takeNegations(search: string, brands: readonly BrandPhrase[]): Negations {
  return new NegationReader(search, brands).read()
}

/** Goes through the words of one search, and notes what it does not want and where it says so. */
class NegationReader {
  readonly #parts: readonly string[]
  readonly #words: readonly string[]
  /** In which part each word stands: "non-wifi" is one part of two words. */
  readonly #partOf: readonly number[]
  readonly #brands: readonly BrandPhrase[]
  readonly #dropped = new Set<number>()
  readonly #without: string[] = []
  readonly #except = { brands: new Set<string>(), choices: new Set<Choice>(), words: new Set<string>() }

  constructor(search: string, brands: readonly BrandPhrase[]) {
    this.#parts = search.split(/\s+/).filter(Boolean)
    const words = this.#parts.flatMap((part, i) => spelledWordsOf(part).map((word) => ({ word, part: i })))
    this.#words = words.map(({ word }) => word)
    this.#partOf = words.map(({ part }) => part)
    this.#brands = brands
  }

  read(): Negations {
    let before = ''
    for (let at = 0; at < this.#words.length;) {
      if (this.#isAlone(at)) {
        this.#takeOthers(at, before)
        at += 1
        continue
      }
      before = textAt(this.#words, at)
      const start = this.#negatedFrom(at)
      at = start === null ? at + meaningAt(this.#words, at).length : Math.max(this.#takeAll(at, start), at + 1)
    }
    const { brands, choices, words } = this.#except
    return {
      words: this.#parts.filter((_, i) => !this.#dropped.has(i)).join(' '),
      except: { brands: [...brands], choices: [...choices], words: [...words] },
      without: this.#without,
      said: runsOf(this.#parts, this.#dropped),
    }
  }

  #isAlone(at: number): boolean {
    return ALONE.has(this.#words[at] ?? '') && meaningAt(this.#words, at).length === 1
  }

  /** "USB only", "only USB": the other connections are not wanted. @param before what stands before it */
  #takeOthers(at: number, before: string): void {
    const others = othersThan(before, textAt(this.#words, at + 1))
    for (const { choice, value } of others) {
      this.#except.choices.add(choice)
      this.#without.push(value)
    }
    if (others.length > 0) this.#drop(at, at + 1)
  }

  /** Where what is not wanted begins, behind the negator at a place; null when none stands there. */
  #negatedFrom(at: number): number | null {
    if (at > 0 && MINUS.test(this.#parts[this.#partOf[at] ?? 0] ?? '')) return at
    const negator = NEGATORS.find((phrase) => standsAt(this.#words, at, phrase))
    if (negator === undefined || meaningAt(this.#words, at).length > negator.words.length) return null
    return at + negator.words.length
  }

  /** Takes all that one negator speaks of: "without wifi or fax". @returns the place behind it */
  #takeAll(negator: number, start: number): number {
    let end = this.#takeOne(start)
    if (end === start) return start
    this.#drop(negator, start)
    while (this.#words[end] === 'or' || this.#words[end] === 'nor') {
      const further = this.#takeOne(end + 1)
      if (further === end + 1) break
      this.#drop(end, end + 1)
      end = further
    }
    return end
  }

  /** Takes the one thing that is named from a place on. @returns the place behind it; the same when nothing is */
  #takeOne(start: number): number {
    const words = this.#words
    let at = start
    while (fillers().has(words[at] ?? '')) at++
    const first = words[at]
    if (first === undefined || /^\d/.test(first) || NEGATORS.some((each) => standsAt(words, at, each))) return start
    const length = this.#exclude(at)
    let end = at + length
    while (ENDS.has(words[end] ?? '')) end++
    this.#without.push(this.#typedAt(at, at + length).replace(NEGATOR_IN_PART, ''))
    this.#drop(start, end)
    return end
  }

  /** Excludes the brands at a place, or the choices, or else the word. @returns how many words name them */
  #exclude(at: number): number {
    const { brands, choices, words } = this.#except
    const ofBrand = this.#brands.filter((phrase) => isBrandAt(this.#words, at, phrase.words))
    if (ofBrand.length > 0) {
      for (const { brand } of ofBrand) brands.add(brand)
      return lengthOfBrand(this.#words, at, ofBrand)
    }
    const { word, length } = meaningAt(this.#words, at)
    const named = choicesNamed(this.#words.slice(at, at + length).join(' '))
    if (named.length === 0) words.add(word)
    for (const choice of named) choices.add(choice)
    return length
  }

  /** The parts in which the words from one place to another stand, as they were typed. */
  #typedAt(from: number, to: number): string {
    const first = this.#partOf[from] ?? 0
    return this.#parts.slice(first, (this.#partOf[to - 1] ?? first) + 1).join(' ')
  }

  #drop(from: number, to: number): void {
    for (const part of this.#partOf.slice(from, to)) this.#dropped.add(part)
  }
}

/** The parts that stand together, each run as one text. */
function runsOf(parts: readonly string[], taken: ReadonlySet<number>): readonly string[] {
  const runs: string[] = []
  for (const [i, part] of parts.entries()) {
    if (!taken.has(i)) continue
    const run = taken.has(i - 1) ? runs.pop() : undefined
    runs.push(run === undefined ? part : `${run} ${part}`)
  }
  return runs
}

/** A search without some of its parts; null when one of them does not stand in it as it is. */
export function withoutParts(search: string, parts: readonly string[]): string | null {
  let left = ` ${search.split(/\s+/).filter(Boolean).join(' ')} `
  for (const part of parts) {
    const at = left.indexOf(` ${part} `)
    if (at < 0) return null
    left = left.slice(0, at) + left.slice(at + part.length + 1)
  }
  return left.trim()
}

/** "Star" is enough for Star Micronics, but "HP printer" names no more than HP. */
function isBrandAt(words: readonly string[], at: number, brand: readonly string[]): boolean {
  return brand.length > 0 && brand[0] === words[at]
}

function lengthOfBrand(words: readonly string[], at: number, brands: readonly Phrase[]): number {
  return Math.max(1, ...brands.map((brand) => (standsAt(words, at, brand) ? brand.words.length : 1)))
}

/** The words at a place that mean one thing together. */
function textAt(words: readonly string[], at: number): string {
  return words.slice(at, at + meaningAt(words, at).length).join(' ')
}

/** What a product must not have that has nothing but what one of these texts names, the first that names something. */
function othersThan(...texts: readonly string[]): readonly { readonly choice: Choice; readonly value: string }[] {
  const named = texts.map((text) => new Set(choicesNamed(text)))
  for (const wanted of named)
    for (const facet of SEVERAL_VALUED) {
      const all = FACETS[facet].map((value) => ({ choice: choiceOf(facet, value), value }))
      if (all.some(({ choice }) => wanted.has(choice))) return all.filter(({ choice }) => !wanted.has(choice))
    }
  return []
}

function choicesNamed(text: string): readonly Choice[] {
  return facetReaders().flatMap((reader) => reader.ofText(text).map((value) => choiceOf(reader.name, value)))
}
