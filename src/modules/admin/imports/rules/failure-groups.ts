import { IMPORT_FIELDS, type ImportField } from '../import.ts'

/** Rows that failed for the same reason. */
export interface FailureGroup {
  /** The reason without the cell that it names. */
  readonly reason: string
  /** The field whose cells are not valid; null when the row as a whole is not. */
  readonly field: ImportField | null
  readonly rows: number
  /** The cells that it names, the most frequent first. */
  readonly values: readonly { readonly text: string; readonly rows: number }[]
}

const MAX_GROUPS = 50
const MAX_VALUES = 20
/** A row can have several problems; each begins with the name of a field. */
const BETWEEN = new RegExp(`; (?=(?:${IMPORT_FIELDS.join('|')}) )`)
/** How much a cell has is another number in each row, and what is too much is not. */
const MEASURED = / has [\d,]+ (?<what>characters|addresses|entries|models|lines), at most(?= [\d,]+ are possible)/
const NAMED = /,? ?(?:not )?"(.+)"/su

/** A problem of a row, without the cell that it names, and that cell. */
export interface PlainReason {
  readonly plain: string
  readonly value: string | undefined
}

/** The problems of a failed row; rows with the same plain ones failed for the same reason. */
export function reasonsOf(reason: string): readonly PlainReason[] {
  return reason.split(BETWEEN).map((problem) => {
    const text = problem
      .replace(/\.$/, '')
      .replace(/^Line [\d,]+ has the same/, 'An earlier line has the same')
      .replace(/^Line [\d,]+: (.)/, (_, first: string) => first.toUpperCase())
      .replace(/^Line [\d,]+ /, 'The row ')
      .replace(/ belongs to another product, ".*"$/su, ' belongs to another product')
      .replace(MEASURED, ' has too many $<what>: at most')
    const value = NAMED.exec(text)?.[1]
    return { plain: value === undefined ? text : text.replace(NAMED, ''), value }
  })
}

/** Where reasons beyond the first fifty are gathered; they cannot be left out together. */
const OTHER_REASONS = 'Other reasons'

/** Groups the reasons of failed rows one by one, in little memory. */
export class FailureGroups {
  readonly #groups = new Map<string, { field: ImportField | null; rows: number; values: Map<string, number> }>()

  add(reason: string): void {
    for (const { plain, value } of reasonsOf(reason)) {
      const key = this.#groups.has(plain) || this.#groups.size < MAX_GROUPS ? plain : OTHER_REASONS
      const field = IMPORT_FIELDS.find((each) => plain === each || plain.startsWith(`${each} `)) ?? null
      const group = this.#groups.get(key) ?? { field, rows: 0, values: new Map<string, number>() }
      group.rows += 1
      if (value !== undefined && (group.values.has(value) || group.values.size < MAX_VALUES))
        group.values.set(value, (group.values.get(value) ?? 0) + 1)
      this.#groups.set(key, group)
    }
  }

  /** The largest group first. */
  end(): readonly FailureGroup[] {
    return [...this.#groups]
      .map(([reason, { field, rows, values }]) => ({
        reason,
        field,
        rows,
        values: [...values].toSorted((a, b) => b[1] - a[1]).map(([text, count]) => ({ text, rows: count })),
      }))
      .toSorted((a, b) => b.rows - a.rows)
  }
}
