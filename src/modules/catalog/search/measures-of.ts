import { onFirstUse } from '#platform/concurrency/on-first-use'
import type { MeasureLimits, Measured } from '../domain/measures.ts'
import type { SearchFields } from '../persistence/product-mapping.ts'
import { speedNumbersIn } from './facet-sizes.ts'
import { facetReaders, scanSpeed } from './facet-words.ts'
import { perFact } from './known-texts.ts'
import { readSpecifications } from './specifications.ts'
import { spelledWordsOf } from './synonyms.ts'

/** The greatest number of each kind that a fact or a text says; null where it says none. */
type Numbers = Readonly<Record<'ppm' | 'scanPpm' | 'grams' | 'decibels' | 'monthlyPages' | 'dutyPages', number | null>>

const printSpeed = onFirstUse(() => facetReaders().find(({ name }) => name === 'speed'))
const GRAMS: Readonly<Record<string, number>> = {
  kg: 1000,
  kilo: 1000,
  g: 1,
  gram: 1,
  lb: 453.6,
  pound: 453.6,
  oz: 28.35,
  ounce: 28.35,
}
const WEIGHT = /(\d{1,4}(?:[.,]\d{1,3})?)\s?(kg|kilo|lb|pound|oz|ounce|gram|g\b)/giu
/** Of a text about everything: a weight in grams is that of the paper. */
const WEIGHT_IN_TEXT = /(\d{1,4}(?:[.,]\d{1,3})?)\s?(kg|lb|pound)/giu
const IS_WEIGHT = /\b(?:weight|gewicht|poids|peso)\b/iu
/** The weight of something else. */
const OTHER_WEIGHT = /\b(?:paper|media|shipping|gross|package|packaging|load|capacity)\b/iu
/** Whatever is one of the two has this; most texts have not. */
const MAY_BE_WEIGHT = /kg|lb|pound/iu
const MAY_BE_NOISE = /\ddb|\d\sdb/iu
const NOISE = /(\d{2}(?:[.,]\d{1,2})?)\s?db/giu
const PER_MONTH = /\b(?:month(?:ly)?|monat(?:lich(?:e[srn]?)?)?|mensuel(?:le)?s?|mois)\b/iu
/** The most that a machine survives, which is more than it is made for. */
const DUTY = /\bduty\b|\bmaxim(?:um|al)|\bpeak\b/iu
/** "1,500", "1.500", "80 000", "4000", "80k"; neither years nor what it costs. */
const PAGES = /(?<![\d.,$€])(\d{1,3}(?:[.,\u00A0\u202F ]\d{3}){1,2}|\d{2,7}|\d{1,3}(?=k\b))(k\b)?(?![\d%])/giu
/** In decibels: as loud as a quiet conversation. */
const QUIET = 50

type Described = Pick<SearchFields, 'name' | 'specifications' | 'description'>

/**
 * What a product's facts say of its measures, in whole numbers; where these say nothing, its name counts, and then its
 * description.
 */
export function measuresOf(product: Described): Measured {
  return readMeasures(product).measured
}

/** Whether it says how loud it is, and that is not loud. */
export function isQuiet(product: Described): boolean {
  return readMeasures(product).isQuiet
}

/** Both at once: reading the texts takes the time. */
export function readMeasures(product: Described): { readonly measured: Measured; readonly isQuiet: boolean } {
  const { ppm, scanPpm, grams, decibels, monthlyPages, dutyPages } = numbersOf(product)
  const speed = ppm ?? scanPpm
  return {
    measured: {
      ppm: speed === null ? null : Math.floor(speed),
      grams,
      monthlyPages: monthlyPages ?? dutyPages,
    },
    isQuiet: decibels !== null && decibels <= QUIET,
  }
}

const ASKED_WEIGHT =
  /\b(?:weigh(?:s|ing)? )?(under|below|less than|lighter than|up to|at most|max|no more than|over|above|more than|at least|heavier than) {0,3}(\d{1,4}(?:[.,]\d{1,3})?) {0,2}(kg|kilo(?:gram)?s?|lbs?|pounds?)\b/iu
const MORE = /^(?:over|above|more than|at least|heavier than)/iu
const NOT_REACHED = /^(?:under|below|less than|lighter than)/iu

/** A search without the weight that it asks for; null when it asks for none. */
export function takeWeight(search: string): { readonly text: string; readonly limits: MeasureLimits | null } {
  const [asked, word, digits, unit] = ASKED_WEIGHT.exec(search) ?? []
  if (asked === undefined || word === undefined || digits === undefined) return { text: search, limits: null }
  const grams = gramsOf(digits, unit)
  const limits = MORE.test(word) ? { least: grams } : { most: NOT_REACHED.test(word) ? grams - 1 : grams }
  return { text: search.replace(asked, ' '), limits }
}

function numbersOf({ name, specifications, description }: Described): Numbers {
  const { facts, remarks } = readSpecifications(specifications)
  const stated: Numbers[] = []
  for (const [fact, value] of facts) stated.push(ofFact(fact, value))
  const named = [name, ...remarks]
  /** Of the facts; where they say none, of the name, and then of the description. Most products have facts. */
  const of = (kind: keyof Numbers, inText: (text: string) => readonly number[]) =>
    greatestIn(stated, kind) ?? greatestOf(named.flatMap(inText)) ?? greatestOf(inText(description))
  return {
    ppm: of('ppm', speedNumbersIn),
    scanPpm: greatestIn(stated, 'scanPpm'),
    grams: of('grams', weightsInText),
    decibels: of('decibels', noisesIn),
    monthlyPages: greatestIn(stated, 'monthlyPages'),
    dutyPages: greatestIn(stated, 'dutyPages'),
  }
}

const ofFact = perFact((fact, value): Numbers => {
  const words = spelledWordsOf(fact)
  const speed = greatestOf(speedNumbersIn(value))
  const isWeight = IS_WEIGHT.test(fact) && !OTHER_WEIGHT.test(fact)
  const pages = PER_MONTH.test(fact) ? greatestOf(pagesIn(value)) : null
  const isDuty = DUTY.test(fact)
  return {
    ppm: printSpeed()?.isAbout(words) === true ? speed : null,
    scanPpm: scanSpeed().isAbout(words) ? speed : null,
    grams: isWeight ? greatestOf(weightsIn(value, WEIGHT, fact)) : null,
    decibels: greatestOf(noisesIn(value)),
    monthlyPages: isDuty ? null : pages,
    dutyPages: isDuty ? pages : null,
  }
})

function greatestIn(all: readonly Numbers[], kind: keyof Numbers): number | null {
  let greatest: number | null = null
  for (const { [kind]: number } of all)
    if (number !== null && (greatest === null || number > greatest)) greatest = number
  return greatest
}

/** @param fact the name of the fact, which may have the unit: "Weight (kg)" */
function weightsIn(text: string, pattern: RegExp, fact = ''): readonly number[] {
  const found = [...text.matchAll(pattern)].map(([, digits, unit]) => gramsOf(digits, unit))
  const [, ofName] = /\((kg|lb|g)\)/iu.exec(fact) ?? []
  const bare = /^\s*(\d{1,4}(?:[.,]\d{1,3})?)\s*$/.exec(text)
  return found.length === 0 && ofName !== undefined && bare !== null ? [gramsOf(bare[1], ofName)] : found
}

function weightsInText(text: string): readonly number[] {
  return MAY_BE_WEIGHT.test(text) ? weightsIn(text, WEIGHT_IN_TEXT) : []
}

function noisesIn(text: string): readonly number[] {
  if (!MAY_BE_NOISE.test(text)) return []
  return [...text.matchAll(NOISE)].map(([, digits = '']) => numberOf(digits))
}

/** "750 to 4,000 pages" are two numbers. */
function pagesIn(text: string): readonly number[] {
  return [...text.matchAll(PAGES)].map(
    ([, digits = '', thousands]) => Number(digits.replaceAll(/\D/gu, '')) * (thousands === undefined ? 1 : 1000),
  )
}

function gramsOf(digits = '', unit = ''): number {
  const name = unit.toLowerCase().replace(/(?:gram)?s?$/u, '')
  return Math.round(numberOf(digits) * (GRAMS[name] ?? GRAMS[unit.toLowerCase()] ?? 1))
}

function numberOf(digits: string): number {
  return Number(digits.replace(',', '.'))
}

function greatestOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : Math.max(...numbers)
}
