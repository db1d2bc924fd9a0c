import { MAX_CENTS, parseDecimal, toDecimal } from '#platform/shared-kernel/money'
import type { NumberFormat } from '../import.ts'
import { currencyOf } from '../reading/currencies.ts'
import { plainNumber } from '../reading/number-format.ts'
import { splitPieces } from '../reading/price-units.ts'
import { CellRefused, shortened } from './read-cells.ts'

/** What a price depends on, beside its cell. */
export interface PriceContext {
  /** How the column's numbers are written, for those that could mean two things. */
  readonly numbers: NumberFormat | null
  /** For how many pieces it is, unless the cell says so itself; null when that is not known. */
  readonly pieces: number | null
  /** The currency of most of the column. */
  readonly currency: string | null
  readonly warn: (warning: string) => void
}

const DIGITS = /^[\d.,]*$/
/** A longer cell is a text. */
const MAX_LENGTH = 100

/** Integer cents for one piece. @throws CellRefused for what could mean two things */
export function readPrice(field: string, cell: string, context: PriceContext): number {
  if (cell.length > MAX_LENGTH) throw new CellRefused(`${field} must be like 1299.00, not "${shortened(cell)}"`)
  // Most prices of most lists are digits alone.
  const isPlain = DIGITS.test(cell)
  const split = isPlain ? null : splitPieces(cell, context.numbers)
  const pieces = split?.pieces ?? context.pieces
  const amount = split?.amount ?? cell
  const currency = isPlain ? null : currencyOf(amount)
  if (currency !== null && context.currency !== null && currency !== context.currency)
    throw new CellRefused(`${field} is in ${currency}, and most of the list in ${context.currency}`)
  const plain = plainNumber(amount, context.numbers)
  if (plain === 'ambiguous')
    throw new CellRefused(`${field} "${shortened(cell)}" could mean two things: choose the column’s number format`)
  if (plain === null || !isAmount(plain))
    throw new CellRefused(`${field} must be like 1299.00, not "${shortened(cell)}"`)
  if (pieces === null)
    throw new CellRefused(`${field} could be for one piece or for more: choose for how many the prices are`)
  if (split !== null && (context.pieces ?? 1) > 1 && split.pieces !== context.pieces)
    throw new CellRefused(`${field} "${shortened(cell)}" is for other pieces than its column`)
  const cents = centsFor(plain, pieces)
  if (cents === null || cents > MAX_CENTS)
    throw new CellRefused(`${field} must be like 1299.00, not "${shortened(cell)}"`)
  const rounding = roundingOf(plain, pieces, cents)
  if (rounding !== null) context.warn(`${field === 'price' ? 'The price' : 'The original price'} ${rounding}`)
  return cents
}

/** Programs write up to six decimals; three digits behind the separator may be thousands. */
function isAmount(plain: string): boolean {
  const [whole = '', fraction = ''] = plain.split('.')
  return /^\d{1,8}$/.test(whole) && (fraction.length !== 3 || fraction.endsWith('0'))
}

function centsFor(plain: string, pieces: number): number | null {
  const [whole = '', fraction = ''] = plain.split('.')
  if (pieces === 1 && fraction.length <= 2) return parseDecimal(plain)
  // In whole numbers: 1.005 is less than that in binary fractions, and would be a cent too cheap.
  const divisor = 10n ** BigInt(fraction.length) * BigInt(pieces)
  const amount = BigInt(whole + fraction) * 100n
  // Up, so that what is sold piece by piece never costs less than the list says.
  return Number(pieces > 1 ? (amount + divisor - 1n) / divisor : (2n * amount + divisor) / (2n * divisor))
}

/** Of a price, in which more than this is lost or gained by whole cents. */
const MUCH_ROUNDED = 0.01

/** What became of a price by much rounding; null when it became whole cents by little. */
function roundingOf(plain: string, pieces: number, cents: number): string | null {
  const exact = Number(plain) / pieces
  if (exact === 0 || Math.abs(cents / 100 - exact) / exact <= MUCH_ROUNDED) return null
  if (pieces === 1) return `${plain} is rounded to ${toDecimal(cents)}.`
  const each = Number(exact.toPrecision(4))
  return `${plain} for ${pieces.toLocaleString('en-US')} pieces is ${each} each, rounded up to ${toDecimal(cents)}.`
}
