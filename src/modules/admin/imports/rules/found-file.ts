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
