import type { FacetValue } from '../domain/product-facets.ts'

const MM_PER_INCH = 25.4
/** "8.5 × 14 in", "216 x 356 mm", "13 by 19 inches"; without a unit the numbers are inches when they are small. */
const SIZE =
  /(\d{1,4}(?:[.,]\d{1,2})?)\s{0,2}(?:in\.?|inches|mm|cm|["”])?\s{0,2}(?:[x×*]|by)\s{0,2}(\d{1,4}(?:[.,]\d{1,2})?)\s{0,2}(in\b|inch|mm\b|cm\b|["”])?/giu
/** "4800 x 4800 dpi" is no sheet. */
const RESOLUTION = /\d{3,5}\s{0,2}[x×]\s{0,2}\d{3,5}\s{0,2}dpi\b/giu
/** Sizes of prints in centimeters that are given without a unit; nobody has such inches. */
const PRINTS_IN_CM = /^(?:9x13|10x13|10x15|13x18|15x20|15x21|15x23|20x25)$/
/** "24 in from the roll", "80 mm receipts". */
const WIDTH = /(\d{1,4}(?:[.,]\d{1,2})?)\s{0,2}(in\b|inch|mm\b|cm\b|["”])/giu
/** Whatever is a size or a roll has one of these; most texts have not, and looking for sizes at each digit takes longer. */
const MAY_BE_PAPER = /[x×*]|by|roll|receipt|label|plotter/i
const ROLL = /\broll|\breceipt|\blabel|\bplotter/iu
/** The lowest short edge in inches of each class of sheets. */
const SHEETS = [
  ['large', 16],
  ['tabloid', 11],
  ['letter', 6.5],
  ['photo', 0],
] as const satisfies readonly (readonly [FacetValue<'paper'>, number])[]
/** Rolls up to this width are for receipts and labels; in inches. */
const NARROW_ROLL = 9

/** The classes of the papers whose measures a text gives. */
export function papersIn(text: string): readonly FacetValue<'paper'>[] {
  if (!MAY_BE_PAPER.test(text) || !/\d/.test(text)) return []
  const sheets = [...text.replaceAll(RESOLUTION, ' ').matchAll(SIZE)].map(([, width = '', height = '', stated]) => {
    const unit = stated ?? (PRINTS_IN_CM.test(`${width}x${height}`) ? 'cm' : undefined)
    return sheetOf(Math.min(inches(width, unit, height), inches(height, unit, width)))
  })
  if (sheets.length > 0 || !ROLL.test(text)) return sheets
  return [...text.matchAll(WIDTH)].map(([, width, unit]) => (inches(width, unit) > NARROW_ROLL ? 'large' : 'roll'))
}

function sheetOf(shortEdge: number): FacetValue<'paper'> {
  return SHEETS.find(([, least]) => shortEdge >= least)?.[0] ?? 'photo'
}

function inches(digits = '', unit = '', other = digits): number {
  const number = numberOf(digits)
  if (/^mm/i.test(unit)) return number / MM_PER_INCH
  if (/^cm/i.test(unit)) return (number * 10) / MM_PER_INCH
  // Nobody writes a hundred inches without saying so.
  return unit === '' && Math.max(number, numberOf(other)) >= 100 ? number / MM_PER_INCH : number
}

const SPEED =
  /(\d{1,3}(?:[.,]\d{1,2})?)\+?\s{0,2}(?:A4[\s-]?)?(?:ppm|ipm|(?:pages?|seiten?)\s{0,2}(?:\/|per|a|pro)\s{0,2}min|[ps]\.?\/min|pages?\s{0,2}min|cpm)(?:utes?\b)?/giu
/** Whatever is a speed has one of these, or is a number alone. */
const MAY_BE_SPEED = /pm|min|^\s*(?:up to\s+)?\d[\d.,]{0,9}\s*$/i
const BARE = /^\s*(?:up to\s+)?(\d{1,3}(?:[.,]\d{1,2})?)\s*$/i
/** The fewest pages a minute of each class. */
const SPEEDS = [
  ['50-up', 50],
  ['35-49', 35],
  ['20-34', 20],
  ['under-20', 0],
] as const satisfies readonly (readonly [FacetValue<'speed'>, number])[]

/** The speeds that a text gives in pages a minute, or as a number alone. */
export function speedNumbersIn(text: string): readonly number[] {
  if (!MAY_BE_SPEED.test(text) || !/\d/.test(text)) return []
  return [...text.matchAll(SPEED), BARE.exec(text)].flatMap((match) =>
    match?.[1] === undefined ? [] : [numberOf(match[1])],
  )
}

/** The classes of these speeds. */
export function speedsIn(text: string): readonly FacetValue<'speed'>[] {
  return speedNumbersIn(text).flatMap((ppm) => SPEEDS.find(([, least]) => ppm >= least)?.[0] ?? [])
}

const ASKED_SPEED = new RegExp(
  String.raw`(?:\b(?:at least|over|above|more than|faster than|minimum|min|from) {0,3})?${SPEED.source}`,
  'iu',
)
const MORE_THAN = /^(?:over|above|more than|faster than)/iu
/** A search without the speed that it asks for in pages a minute; null when it asks for none. */
export function takeSpeed(search: string): { readonly text: string; readonly least: number | null } {
  const [asked, digits] = ASKED_SPEED.exec(search) ?? []
  if (asked === undefined || digits === undefined) return { text: search, least: null }
  return { text: search.replace(asked, ' '), least: numberOf(digits) + (MORE_THAN.test(asked) ? 1 : 0) }
}

function numberOf(digits: string): number {
  return Number(digits.replace(',', '.'))
}
