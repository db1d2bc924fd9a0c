import type { NumberFormat } from '../import.ts'
import { CURRENCY } from './currencies.ts'

/** "1299,-" and "1299.–" are whole amounts. */
const NO_CENTS = /[.,]\s*(?:-{1,2}|–|—)$/u
const SPACE = /[\s\u00a0\u2007\u2009\u202f]/u
const GROUPED_BY_SPACE = /^\d{1,3}(?:[\s\u00a0\u2007\u2009\u202f]\d{3})+(?=$|[.,])/u
const GROUPED_BY_MARK = /^\d{1,3}(?:['’´`]\d{3})+(?=$|[.,])/u

/** What a cell's number can mean. */
export type NumberReading =
  /** It means the same in every format. `evidence`: the format that it shows its column to have, if it shows one. */
  | { readonly kind: 'clear'; readonly text: string; readonly evidence: NumberFormat | null }
  /** "1,234" is 1234 or 1.234: the column's format decides. */
  | { readonly kind: 'ambiguous'; readonly point: string; readonly comma: string }
  | { readonly kind: 'none' }

const NONE: NumberReading = { kind: 'none' }
const PLAIN_NUMBER = /^\d+(\.\d{1,2})?$/
/** Longer than the word of any currency, so that the cell has more than an amount. */
const LONG_WORD = /[a-z]{6}/i

function plainReading(text: string): NumberReading {
  return { kind: 'clear', text, evidence: text.includes('.') ? 'point' : null }
}

/**
 * Reads a number as people and programs write it: with thousands separators, decimal commas, currency signs and codes.
 * @returns plain decimal text such as "1299.5", without deciding what could mean two things
 */
export function readNumber(cell: string): NumberReading {
  // Most cells are one of these two; for them, not looking for currencies halves the time.
  if (PLAIN_NUMBER.test(cell)) return plainReading(cell)
  if (LONG_WORD.test(cell)) return NONE
  const amount = cell.replace(CURRENCY, '').trim()
  let text = amount.replace(NO_CENTS, '')
  if (PLAIN_NUMBER.test(text)) return plainReading(text)
  const isWhole = text.length < amount.length
  const groups = (GROUPED_BY_SPACE.exec(text) ?? GROUPED_BY_MARK.exec(text))?.[0]
  const isGrouped = groups !== undefined
  if (isGrouped) text = groups.replaceAll(/\D/g, '') + text.slice(groups.length)
  if (SPACE.test(text) || !/^\d[\d.,]*$/.test(text) || /[.,]$/.test(text)) return NONE
  const separators = text.replaceAll(/\d/g, '')
  if (separators === '') return { kind: 'clear', text, evidence: null }
  const last = separators.at(-1) ?? ''
  const isMixed = separators.includes('.') && separators.includes(',')
  const decimal: NumberFormat = last === '.' ? 'point' : 'comma'
  if (isMixed || separators.length > 1) {
    if (!isMixed) return wholeOf(text, last)
    return separators.indexOf(last) === separators.length - 1 ? fractionOf(text, last, decimal) : NONE
  }
  const [whole = '', fraction = ''] = text.split(last)
  const couldBeGrouped = fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0') && !isGrouped
  // "1.299,-"
  if (couldBeGrouped && isWhole) return wholeOf(text, last)
  if (!couldBeGrouped) return { kind: 'clear', text: `${whole}.${fraction}`, evidence: decimal }
  const [decimalText, wholeText] = [`${whole}.${fraction}`, whole + fraction]
  return last === '.'
    ? { kind: 'ambiguous', point: decimalText, comma: wholeText }
    : { kind: 'ambiguous', point: wholeText, comma: decimalText }
}

/** "1.234.567": the same separator several times groups digits. */
function wholeOf(text: string, separator: string): NumberReading {
  const groups = text.split(separator)
  if (!areGroups(groups)) return NONE
  return { kind: 'clear', text: groups.join(''), evidence: separator === '.' ? 'comma' : 'point' }
}

/** "1.234,56": the last separator is the decimal one. */
function fractionOf(text: string, decimal: string, evidence: NumberFormat): NumberReading {
  const at = text.lastIndexOf(decimal)
  const groups = text.slice(0, at).split(decimal === '.' ? ',' : '.')
  if (!areGroups(groups)) return NONE
  return { kind: 'clear', text: `${groups.join('')}.${text.slice(at + 1)}`, evidence }
}

function areGroups([first = '', ...rest]: readonly string[]): boolean {
  return first.length > 0 && first.length <= 3 && rest.every((group) => group.length === 3)
}

/** Plain decimal text of a cell in a column of this format; null when it is no number, or could mean two things. */
export function plainNumber(cell: string, format: NumberFormat | null): string | 'ambiguous' | null {
  const reading = readNumber(cell)
  if (reading.kind === 'clear') return reading.text
  if (reading.kind === 'none') return null
  return format === null ? 'ambiguous' : reading[format]
}

/** What the numbers of a column show of its format. */
export interface NumberSurvey {
  /** Null when no cell shows it, or cells contradict each other. */
  readonly format: NumberFormat | null
  /** A cell whose meaning depends on the format, or else one with a separator; null when there is none. */
  readonly example: string | null
  /** Whether some cells mean two things until the format is known. */
  readonly isAmbiguous: boolean
  /** The first cell that is a number and means one thing. */
  readonly first: string | null
}

/** Finds the number format of a column cell by cell. */
export class NumberFormatFinder {
  readonly #counts = { point: 0, comma: 0 }
  #ambiguous: string | null = null
  #example: string | null = null
  #first: string | null = null

  push(cell: string): void {
    const reading = readNumber(cell)
    if (reading.kind === 'ambiguous') this.#ambiguous ??= cell
    if (reading.kind === 'clear') this.#first ??= cell
    if (reading.kind !== 'clear' || reading.evidence === null) return
    this.#counts[reading.evidence] += 1
    this.#example ??= cell
  }

  end(): NumberSurvey {
    const { point, comma } = this.#counts
    const isUnanimous = (point === 0) !== (comma === 0)
    return {
      format: isUnanimous ? (point > 0 ? 'point' : 'comma') : null,
      example: this.#ambiguous ?? this.#example,
      isAmbiguous: this.#ambiguous !== null,
      first: this.#first,
    }
  }
}
