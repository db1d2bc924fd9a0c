import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { readWorkbook, type ReadSheet } from '../reading/workbook.ts'

/**
 * Reads a sheet of a stored workbook.
 * @param sheet null for the first one that has a table
 * @throws FileRefused
 */
export async function readSheet(
  files: Pick<ImportFileRepository, 'read'>,
  fileId: string,
  sheet: string | null,
): Promise<ReadSheet> {
  const pieces: Buffer[] = []
  for await (const piece of files.read(fileId)) pieces.push(piece)
  return readWorkbook(Buffer.concat(pieces), sheet)
}

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
  const read = await readSheet(files, fileId, sheet)
  await files.storeTable(fileId, read.csv, now)
  return { sheet: read.sheet, sheets: read.sheets }
}
