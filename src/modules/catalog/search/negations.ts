import { choiceOf, FACETS, type Choice } from '../domain/product-facets.ts'
import type { Exclusions } from '../domain/product-query.ts'
import { wordsOf } from '../domain/words.ts'
import { READERS } from './facet-words.ts'
import { standsAt, type Phrase } from './phrases.ts'
import { FILLERS, meaningAt, spelledWordsOf } from './synonyms.ts'
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
/** Facets of which a product can have several values. */
const MANY_VALUED = ['connection', 'function'] as const
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

/**
 * Takes out of a search what it does not want: "printer without wifi", "not HP", "laser -brother". A phrase that means
 * something by itself ("without cartridges": ink tanks) stays, and so does a number ("No. 62").
 * @param brands those of the catalog
 */
export function takeNegations(search: string, brands: readonly string[]): Negations {
  const parts = search.split(/\s+/).filter(Boolean)
  const words = parts.flatMap((part, i) => spelledWordsOf(part).map((word) => ({ word, part: i })))
  const plain = words.map(({ word }) => word)
  const known = brands.map((brand) => ({ brand, words: spelledWordsOf(brand) }))
  const dropped = new Set<number>()
  const without: string[] = []
  const except = { brands: new Set<string>(), choices: new Set<Choice>(), words: new Set<string>() }

  /** Reads what is not wanted from this place on. @returns the place behind it; the same place when there is nothing */
  function takeAt(start: number): number {
    let at = start
    while (FILLERS.has(plain[at] ?? '')) at++
    const first = plain[at]
    if (first === undefined || /^\d/.test(first) || NEGATORS.some((each) => standsAt(plain, at, each))) return start
    const ofBrand = known.filter((phrase) => isBrandAt(plain, at, phrase.words))
    const length = ofBrand.length > 0 ? lengthOfBrand(plain, at, ofBrand) : meaningAt(plain, at).length
    const typed = plain.slice(at, at + length).join(' ')
    const choices = ofBrand.length > 0 ? [] : choicesNamed(typed)
    for (const { brand } of ofBrand) except.brands.add(brand)
    for (const choice of choices) except.choices.add(choice)
    if (ofBrand.length === 0 && choices.length === 0) except.words.add(meaningAt(plain, at).word)
    let end = at + length
    while (ENDS.has(plain[end] ?? '')) end++
    const place = words[at]?.part ?? 0
    const last = words[at + length - 1]?.part ?? place
    without.push(
      parts
        .slice(place, last + 1)
        .join(' ')
        .replace(NEGATOR_IN_PART, ''),
    )
    for (let i = start; i < end; i++) dropped.add(words[i]?.part ?? -1)
    return end
  }

  let before = ''
  for (let i = 0; i < words.length;) {
    const at = i
    if (ALONE.has(plain[at] ?? '') && meaningAt(plain, at).length === 1) {
      const others = othersThan(before, textAt(plain, at + 1))
      for (const { choice, value } of others) {
        except.choices.add(choice)
        without.push(value)
      }
      if (others.length > 0) dropped.add(words[at]?.part ?? -1)
      i = at + 1
      continue
    }
    before = textAt(plain, at)
    const isMinus = at > 0 && MINUS.test(parts[words[at]?.part ?? 0] ?? '')
    const negator = NEGATORS.find((phrase) => standsAt(plain, at, phrase))
    if (!isMinus && (negator === undefined || meaningAt(plain, at).length > negator.words.length)) {
      i = at + meaningAt(plain, at).length
      continue
    }
    const start = isMinus ? at : at + (negator?.words.length ?? 1)
    let end = takeAt(start)
    if (end > start) for (let word = at; word < start; word++) dropped.add(words[word]?.part ?? -1)
    while (end > start && (plain[end] === 'or' || plain[end] === 'nor')) {
      const further = takeAt(end + 1)
      if (further === end + 1) break
      dropped.add(words[end]?.part ?? -1)
      end = further
    }
    i = Math.max(end, at + 1)
  }
  return {
    words: parts.filter((_, i) => !dropped.has(i)).join(' '),
    except: { brands: [...except.brands], choices: [...except.choices], words: [...except.words] },
    without,
    said: runsOf(parts, dropped),
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
    for (const facet of MANY_VALUED) {
      const all = FACETS[facet].map((value) => ({ choice: choiceOf(facet, value), value }))
      if (all.some(({ choice }) => wanted.has(choice))) return all.filter(({ choice }) => !wanted.has(choice))
    }
  return []
}

function choicesNamed(text: string): readonly Choice[] {
  return READERS.flatMap((reader) => reader.ofText(text).map((value) => choiceOf(reader.name, value)))
}
