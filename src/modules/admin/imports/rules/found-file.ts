import type { ImportField, ProductImport } from '../import.ts'
import { recognizeColumns } from '../reading/columns.ts'
import type { FoundFile } from '../reading/find-file.ts'

/** Which field each column fills, by its name and its first values. */
export function recognizedOf({ columns }: FoundFile): readonly (ImportField | null)[] {
  return recognizeColumns(
    columns.map(({ header }) => header),
    columns.map(({ samples }) => samples),
    columns.map(({ units }) => units),
  )
}

/** What an import stores of its file: all that was found there, and to which field each column goes. */
export function foundOf(
  found: FoundFile,
  fields: readonly (ImportField | null)[],
): Omit<FoundFile, 'twice' | 'columns'> & Pick<ProductImport, 'columns'> {
  const { twice: _twice, ...stored } = found
  return { ...stored, columns: found.columns.map((column, index) => ({ ...column, field: fields[index] ?? null })) }
}

/** The counters before the first row. */
export const INITIAL_PROGRESS = {
  lastLine: 1,
  rowsRead: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  flagged: 0,
  left: 0,
  leftOf: 0,
  workedMs: 0,
  problem: null,
  undo: null,
  startedAt: null,
  finishedAt: null,
} as const
