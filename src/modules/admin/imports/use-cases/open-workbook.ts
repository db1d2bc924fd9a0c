import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { readWorkbook } from '../reading/workbook.ts'

/**
 * Reads a sheet of a stored workbook, and stores it as a table of rows beside it.
 * @param sheet null for the first one that has a table
 * @throws FileRefused
 */
export async function openWorkbook(
  files: Pick<ImportFileRepository, 'read' | 'storeTable'>,
  fileId: string,
  sheet: string | null,
  now: Date,
): Promise<{ readonly sheet: string; readonly sheets: readonly string[] }> {
  const pieces: Buffer[] = []
  for await (const piece of files.read(fileId)) pieces.push(piece)
  const read = await readWorkbook(Buffer.concat(pieces), sheet)
  await files.storeTable(fileId, read.csv, now)
  return { sheet: read.sheet, sheets: read.sheets }
}
