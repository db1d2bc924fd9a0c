import type { ColumnValue, ImportColumn, NumberFormat, PriceUnits } from '../import.ts'
import { CurrencyFinder, currencyOf } from './currencies.ts'
import { NumberFormatFinder } from './number-format.ts'
import { mayBeMeters, piecesInHeader, readPieces, unitColumnOf } from './price-units.ts'

const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 100
/** A column with more different values does not hold groups of products. */
const MAX_VALUES = 60
const MAX_VALUE_LENGTH = 80
const MAX_NUMBER_LENGTH = 40

/** What the cells of a column show. */
export type SurveyedColumn = Omit<ImportColumn, 'field'>

/** Gathers what a column shows, cell by cell. */
export class ColumnSurvey {
  readonly #header: string
  readonly #samples: string[] = []
  readonly #numbers = new NumberFormatFinder()
  readonly #currencies = new CurrencyFinder()
  #values: Map<string, number> | null = new Map()
  #rows = 0

  constructor(header: string) {
    this.#header = header
  }

  push(cell: string): void {
    if (this.#rows < SAMPLES) this.#samples.push(cell.slice(0, MAX_SAMPLE_LENGTH))
    this.#rows += 1
    if (cell === '') return
    if (cell.length <= MAX_NUMBER_LENGTH) this.#pushShort(cell)
    if (this.#values === null) return
    if (cell.length > MAX_VALUE_LENGTH) this.#values = null
    else this.#values.set(cell, (this.#values.get(cell) ?? 0) + 1)
    if (this.#values !== null && this.#values.size > MAX_VALUES) this.#values = null
  }

  #pushShort(cell: string): void {
    const hasDigit = /\d/.test(cell)
    if (hasDigit) this.#numbers.push(cell)
    if (cell.length <= (hasDigit ? MAX_AMOUNT_LENGTH : MAX_CURRENCY_LENGTH) && SIGN.test(cell))
      this.#currencies.push(cell)
  }

  /** How its numbers show themselves to be written. */
  get shownFormat(): NumberFormat | null {
    return this.#numbers.end().format
  }

  /**
   * @param ofList.numbers how all columns that show it write their numbers
   * @param ofList.currency what the list names beside the table
   */
  end(ofList: { readonly numbers: NumberFormat | null; readonly currency: string | null }): SurveyedColumn {
    const { format, example, isAmbiguous, first } = this.#numbers.end()
    const numbers = format ?? (isAmbiguous ? ofList.numbers : null)
    const said = piecesInHeader(this.#header)
    const currency =
      this.#currencies.end() ??
      currencyOf(this.#header) ??
      (first === null && example === null ? null : ofList.currency)
    return {
      header: this.#header,
      samples: this.#samples,
      numbers,
      // Of whole amounts staff should know the currency, too.
      example: example ?? (currency === null ? null : first),
      isAmbiguous,
      currency,
      values: this.#listValues(),
      ...(said?.isOfPieces === true ? { pieces: said.pieces } : {}),
      ...(unitColumnOf(this.#header) === 'no' ? {} : { units: this.#units(numbers) }),
    }
  }

  #units(numbers: NumberFormat | null): PriceUnits {
    const said = [...(this.#values?.keys() ?? [])].map((text) => readPieces(text, numbers, mayBeMeters(this.#header)))
    const pieces = [...new Set(said.filter((each) => each !== null))].toSorted((a, b) => a - b)
    return { pieces, isWhole: this.#values !== null && !said.includes(null) }
  }

  #listValues(): readonly ColumnValue[] {
    const values = [...(this.#values ?? [])]
    // Numbers are no groups of products, and neither are values that every row has for itself.
    if (values.every(([text]) => /^[\d\s.,€$£%+-]*$/.test(text))) return []
    if (values.length > 10 && values.length > this.#rows / 2) return []
    return values.toSorted((a, b) => b[1] - a[1]).map(([text, rows]) => ({ text, rows }))
  }
}

/** Longer cells have no amount alone. */
const MAX_AMOUNT_LENGTH = 24
const MAX_CURRENCY_LENGTH = 5
const SIGN = /[$€£¥\p{L}]/u
