import type { Import, ImportField } from '#contracts/imports'

type Reading = NonNullable<Import['reading']>
type Column = Import['columns'][number]
type NumberFormat = 'point' | 'comma'

const NUMBER_FIELDS: ReadonlySet<ImportField> = new Set(['price', 'originalPrice', 'stockQuantity'])
const ENCODINGS: Readonly<Record<string, string>> = {
  'windows-1252': 'Windows-1252 (Excel in Europe)',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac OS Roman',
  cp850: 'DOS (code page 850)',
}

/** An encoding as people know it. */
export function encodingLabel(encoding: string): string {
  return ENCODINGS[encoding] ?? encoding.toUpperCase()
}

export interface NumberQuestion {
  readonly header: string
  readonly example: string
  readonly format: NumberFormat | null
  /** What the example is read as; null while it could mean two things. */
  readonly reads: string | null
  readonly point: string | null
  readonly comma: string | null
  /** Whether the other format makes a difference. */
  readonly canChoose: boolean
  readonly currency: string | null
}

/** How the numbers of the columns that are imported are read, and which of them must be asked for. */
export function numberQuestions(
  { numbers }: Reading,
  columns: readonly Column[],
  chosen: Readonly<Record<string, NumberFormat>>,
): readonly NumberQuestion[] {
  return numbers.flatMap(({ header, example, format, isAmbiguous, point, comma, currency }) => {
    const field = columns.find((column) => column.header === header)?.field ?? null
    if (field === null || !NUMBER_FIELDS.has(field)) return []
    const now = chosen[header] ?? format
    // Pieces are whole, so that a separator in them can only group digits.
    const isAsked = isAmbiguous && field !== 'stockQuantity' && point !== comma
    if (field === 'stockQuantity') return []
    const reads = isAsked ? (now === null ? null : now === 'point' ? point : comma) : (point ?? comma)
    return [{ header, example, format: now, reads, point, comma, canChoose: isAsked, currency }]
  })
}

/** Prices that are, or may be, for more than one piece. */
export interface PieceQuestion {
  readonly header: string
  /** Null while nobody has said. */
  readonly pieces: number | null
}

const PRICE_FIELDS: ReadonlySet<ImportField | null> = new Set(['price', 'originalPrice'])

/** For how many pieces the prices of columns are, where it is not simply one, and where it must be asked. */
export function pieceQuestions(
  { pieces: known, priceNote }: Pick<Reading, 'pieces' | 'priceNote'>,
  columns: readonly Column[],
  chosen: Readonly<Record<string, number>>,
): readonly PieceQuestion[] {
  const isAsked = priceNote !== null && !columns.some(({ field }) => field === 'priceUnit')
  return columns.flatMap(({ header, field }) => {
    if (!PRICE_FIELDS.has(field)) return []
    const said = known.find((each) => each.header === header)?.pieces ?? null
    const pieces = chosen[header] ?? said
    return isAsked || (said !== null && said > 1) || (pieces !== null && pieces > 1) ? [{ header, pieces }] : []
  })
}

/** What of a list is read in a way that its rows do not show: amounts for one piece, and in which currency. */
export function noticesOf(reading: Reading, columns: readonly Column[]): readonly string[] {
  const unit = columns.find(({ field }) => field === 'priceUnit')?.header
  const perColumn = pieceQuestions(reading, columns, {}).filter(({ pieces }) => pieces !== null && pieces > 1)
  const currencies = numberQuestions(reading, columns, {}).flatMap(({ currency }) =>
    currency === null || currency === 'USD' ? [] : [currency],
  )
  return [
    ...(unit === undefined ? [] : [`Prices are for as many pieces as “${unit}” says; here they are for one.`]),
    ...perColumn.map(
      ({ header, pieces }) =>
        `Prices in “${header}” are for ${pieces?.toLocaleString('en-US')} pieces; here they are for one.`,
    ),
    ...[...new Set(currencies)].map(
      (currency) => `The amounts are in ${currency} and are taken for dollars, not converted.`,
    ),
  ]
}

/** Whether something is asked that has no answer yet. */
export function isUnanswered(
  questions: readonly (Pick<NumberQuestion, 'reads'> | Pick<PieceQuestion, 'pieces'>)[],
): boolean {
  return questions.some((question) => ('reads' in question ? question.reads : question.pieces) === null)
}

/** The values of the column that fills the category. */
export function categoryValuesOf({ values }: Reading, columns: readonly Column[]): Reading['values'][number] | null {
  const header = columns.find(({ field }) => field === 'category')?.header
  return values.find((each) => each.header === header) ?? null
}
