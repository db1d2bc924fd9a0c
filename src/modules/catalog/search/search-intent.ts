import { onFirstUse } from '#platform/concurrency/on-first-use'
import type { MeasureLimits } from '../domain/measures.ts'
import { FACETS, type FacetChoices, type FacetName } from '../domain/product-facets.ts'
import type { Preference } from '../domain/product-query.ts'
import { SUPPLIES } from '../domain/supply-links.ts'
import { partOf, PARTS, partsIn, facetReaders } from './facet-words.ts'
import { takeSpeed } from './facet-sizes.ts'
import { takeWeight } from './measures-of.ts'
import { byFirstWord, phraseAt, type Phrase } from './phrases.ts'
import { withSingleSpaces } from '../domain/words.ts'
import { spelledWordsOf } from './synonyms.ts'
import file from './synonyms.json' with { type: 'json' }

/** What a search asks for, beside products with its words. */
export interface SearchIntent {
  /** The search without what says nothing: of "ink for a Brother printer" the printer. */
  readonly words: string
  /** The same without its words about speed and weight. */
  readonly wordsBesideMeasures: string
  /** What the thing is that the search names first: of "ink for a printer" the ink; null when it names none. */
  readonly kind: Preference | null
  /** The fewest pages a minute that it asks for; null when it asks for none. */
  readonly leastSpeed: number | null
  /** What it may weigh, in grams; null when it does not say. */
  readonly weight: MeasureLimits | null
}

interface KindPhrase extends Phrase {
  readonly kind: Preference
}

const kinds = onFirstUse(() =>
  byFirstWord<KindPhrase>(
    file.kinds.flatMap(({ words, category, choices }) => {
      const kind: Preference = { ...(category !== null && { category }), choices: knownChoices(choices) }
      return words.map((text) => ({ words: spelledWordsOf(text), kind }))
    }),
  ),
)
const KIND_ENDS: ReadonlySet<string> = new Set(file.kindEndsAt)
const readersOfMachines = onFirstUse(() =>
  facetReaders().filter(({ name }) => name === 'technology' || name === 'duplex'),
)
// These are read in every search, and the borders of words take ten times as long with the alphabet of Unicode.
/** What ink and paper are for need not be called a printer: that is none of their own words. */
const FOR_A_MACHINE = /(\bfor\b.{1,80}?)\b(?:printers?|machines?)\b/i
/** What a machine prints on need not be called paper. */
const ON_PAPER = /(\b(?:on|for)\b.{1,80}?)\bpapers?\b/i
const FAST = new RegExp(String.raw`\b(?:${file.fast.join('|')})\b`, 'i')
/** In pages a minute. */
const FAST_FROM = 35
const LIGHT = new RegExp(String.raw`\b(?:${file.light.join('|')})\b(?! (?:black|cyan|magenta|gray|grey|duty)\b)`, 'i')
/** What one person carries. */
const LIGHT_GRAMS = 10_000
/** Rolls are no small sheets: a customer who asks for them is not helped by larger paper. */
const ROLL = 'roll'

/** Reads what a search means beyond its words. The words that mean something are in `synonyms.json`. */
export function readIntent(search: string): SearchIntent {
  const spelled = spelledWordsOf(search)
  const named = kindIn(spelled)?.kind ?? null
  const kind = named ?? machineMeantBy(search, spelled)
  const words = named === null ? search : beside(search, named)
  // Both have a number.
  const isMeasured = /\d/u.test(words)
  const { text: anyWeight, limits } = isMeasured ? takeWeight(words) : { text: words, limits: null }
  const { text, least } = isMeasured ? takeSpeed(anyWeight) : { text: words, least: null }
  // Light is a color of inks.
  const heavy = kind?.category === SUPPLIES ? text : text.replace(LIGHT, ' ')
  const slow = heavy.replace(FAST, ' ')
  return {
    words,
    wordsBesideMeasures: withSingleSpaces(slow),
    kind,
    leastSpeed: least ?? (slow === heavy ? null : FAST_FROM),
    weight: limits ?? (heavy === text ? null : { most: LIGHT_GRAMS }),
  }
}

/** A search without the words that say nothing beside what it names. */
function beside(search: string, { category }: Preference): string {
  const words = search.replace(FOR_A_MACHINE, '$1')
  return category === SUPPLIES ? words : words.replace(ON_PAPER, '$1')
}

/**
 * What only machines are or do means machines, though no word says so: "color laser", "duplex".
 * @param spelled the words of the search
 */
function machineMeantBy(search: string, spelled: readonly string[]): Preference | null {
  const parts = PARTS.test(search) ? partsIn(search) : [partOf(search, spelled)]
  return readersOfMachines().some((reader) => reader.ofParts(parts).length > 0)
    ? { choices: { function: ['print'] } }
    : null
}

/** The words that say what the thing is that a search names first: of "cheap labels for a printer" the labels. */
export function kindWordsOf(search: string): ReadonlySet<string> {
  return new Set(kindIn(spelledWordsOf(search))?.words)
}

/** The last thing that is named before what it is for, or has: a "label printer with Bluetooth" is a printer. */
function kindIn(words: readonly string[]): KindPhrase | null {
  const end = words.findIndex((word) => KIND_ENDS.has(word))
  const head = end > 0 ? words.slice(0, end) : words
  let kind: KindPhrase | null = null
  for (let i = 0; i < head.length;) {
    const phrase = phraseAt(kinds(), head, i)
    kind = phrase ?? kind
    i += phrase?.words.length ?? 1
  }
  return kind
}

/** The facts that some words mean, with what does more: for tabloid larger paper will do, too. */
export function choicesIn(text: string): FacetChoices {
  const found = facetReaders().flatMap((reader) => {
    const mentioned: readonly string[] = reader.ofText(text)
    const all: readonly string[] = FACETS[reader.name]
    const least = all.findIndex((value) => mentioned.includes(value))
    if (least < 0) return []
    const grows = reader.name === 'paper' && all[least] !== ROLL
    return [[reader.name, grows ? all.slice(least) : all.filter((value) => mentioned.includes(value))] as const]
  })
  return Object.fromEntries(found)
}

/** @throws Error that names what the file cannot mean */
function knownChoices(choices: Readonly<Partial<Record<string, readonly string[]>>>): FacetChoices {
  for (const [facet, values = []] of Object.entries(choices)) {
    const known: readonly string[] = FACETS[facet as FacetName] ?? []
    const unknown = values.find((value) => !known.includes(value))
    if (unknown !== undefined) throw new Error(`synonyms.json: there is no "${facet}=${unknown}"`)
  }
  return choices
}
