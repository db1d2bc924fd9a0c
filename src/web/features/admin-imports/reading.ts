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

/** Whether something is asked that has no answer yet. */
export function isUnanswered(questions: readonly NumberQuestion[]): boolean {
  return questions.some(({ reads }) => reads === null)
}

/** The values of the column that fills the category. */
export function categoryValuesOf({ values }: Reading, columns: readonly Column[]): Reading['values'][number] | null {
  const header = columns.find(({ field }) => field === 'category')?.header
  return values.find((each) => each.header === header) ?? null
}
