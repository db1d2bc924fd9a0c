import type { NumberFormat } from '../import.ts'
import { wordsOf } from '../reading/header-words.ts'
import { plainNumber } from '../reading/number-format.ts'
import { dayOf, isDate } from './doubtful-cells.ts'
import { CellRefused, shortened } from './read-cells.ts'
import { SOLD, SOLD_OUT } from './stock-words.ts'

const MAX_PIECES = 1_000_000
/** A longer cell is a text. */
const MAX_LENGTH = 100
/** Most cells of most lists. */
const DIGITS = /^\d{1,7}$/
const PIECES = /\b(?:pcs?|pieces?|st(?:ü|ue)?ck|stk|st|pi[eè]ces?|pz(?:as)?|piezas?|units?|unidades|unit[eé]s?)\b\.?$/iu
/** "11-50" are eleven at least, and "<5" are a few. */
const RANGE = /^(\d{1,6})\s*[-–]\s*\d{1,6}$/u
const FEWER = /^(?:<=?|≤|unter|weniger als|less than|under|moins de|menos de|minder dan)\s*(\d{1,6})$/iu

/** What a stock cell says: a number of pieces, or only whether there are any. */
export interface ReadStock {
  readonly stockQuantity?: number
  readonly inStock?: boolean
}

/**
 * "12", ">50", "10+", "ca. 50", "11-50", "1.250", "12,00", "5 Stk." as pieces; "in stock" and "nein" as words; a date
 * as the day from which there are some again.
 * @param context.today numbers of spreadsheets for the days around it could be dates
 */
export function readStock(
  cell: string,
  {
    numbers: format,
    today,
    warn,
  }: { readonly numbers: NumberFormat | null; readonly today: Date; readonly warn: (warning: string) => void },
): ReadStock {
  const refusal = () =>
    new CellRefused(
      `stockQuantity must be a whole number from 0 to ${MAX_PIECES.toLocaleString('en-US')}, not "${shortened(cell)}"`,
    )
  if (cell.length > MAX_LENGTH) throw refusal()
  if (DIGITS.test(cell)) {
    if (Number(cell) > MAX_PIECES) throw refusal()
    return countOf(cell, today, warn)
  }
  const words = wordsOf(cell)
  if (SOLD_OUT.test(words)) return { stockQuantity: 0, inStock: false }
  if (SOLD.test(words)) return { inStock: true }
  if (isDate(cell)) {
    warn(`No stock: the list has the date “${cell}” there and no number.`)
    return { stockQuantity: 0, inStock: false }
  }
  // What else is said of it stands in brackets: "12 (40 due)".
  const text = withoutAside(cell).replace(PIECES, '').trim()
  const fewer = FEWER.exec(text)?.[1]
  if (fewer !== undefined) return Number(fewer) > 1 ? { inStock: true } : { stockQuantity: 0, inStock: false }
  const atLeast = text
    .replace(RANGE, '$1')
    .replace(
      /^(?:>=?|≥|min(?:destens|imum)?\.?|ab|über|mehr als|more than|plus de|más de|meer dan|at least|ca\.?|circa|approx\.?|about|etwa|env\.?|environ|aprox\.?|~|\+)\s*/iu,
      '',
    )
    .replace(/(?:\+|\b(?:und|or|et|y|en) (?:mehr|more|plus|más|meer))$/iu, '')
    .trimEnd()
  // Pieces are whole: a separator in them groups digits, unless only zeros follow it.
  const plain = plainNumber(atLeast, format ?? 'point')
  const whole =
    plain === null
      ? null
      : /^\d{1,3}[.,]\d{3}$/.test(atLeast)
        ? atLeast.replaceAll(/\D/g, '')
        : plain.replace(/\.0+$/, '')
  if (whole === null || !/^\d{1,7}$/.test(whole) || Number(whole) > MAX_PIECES) throw refusal()
  return countOf(whole, today, warn)
}

function countOf(digits: string, today: Date, warn: (warning: string) => void): ReadStock {
  const stockQuantity = Number(digits)
  const day = dayOf(stockQuantity, today)
  if (day !== null)
    warn(`${stockQuantity.toLocaleString('en-US')} pieces, or the day ${day}? Spreadsheets write days as such numbers.`)
  return { stockQuantity }
}

/** "12 (40 due)" → "12" */
function withoutAside(cell: string): string {
  const at = cell.lastIndexOf('(')
  return at > 0 && cell.endsWith(')') ? cell.slice(0, at).trimEnd() : cell
}
