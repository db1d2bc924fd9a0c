import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { findFile, type FoundFile } from '../reading/find-file.ts'
import { readWorkbook } from '../reading/workbook.ts'

const UTF8 = { encoding: 'utf-8', isSure: true, others: [] } as const

/**
 * Reads a sheet of a stored workbook: its rows as CSV, and how they are understood.
 * @param sheet null for the first one that has a table
 * @throws FileRefused @throws FileTooLarge
 */
export async function readSheet(
  files: Pick<ImportFileRepository, 'read'>,
  fileId: string,
  sheet: string | null,
): Promise<{ readonly found: FoundFile; readonly csv: readonly Buffer[] }> {
  const pieces: Buffer[] = []
  for await (const piece of files.read(fileId)) pieces.push(piece)
  const { csv, ...read } = await readWorkbook(Buffer.concat(pieces), sheet)
  async function* table() {
    yield* csv
  }
  return { found: { ...(await findFile(table, UTF8, ',')), ...read }, csv }
}

/** The same, with the rows stored beside the workbook, where an import reads them. */
export async function openWorkbook(
  files: Pick<ImportFileRepository, 'read' | 'storeTable'>,
  fileId: string,
  sheet: string | null,
  now: Date,
): Promise<FoundFile> {
  const { found, csv } = await readSheet(files, fileId, sheet)
  await files.storeTable(fileId, csv, now)
  return found
}
