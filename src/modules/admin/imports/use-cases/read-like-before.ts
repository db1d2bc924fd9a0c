import type { Clock } from '#platform/time/clock'
import type { StoredFile } from '../imports.api.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { headerKeyOf } from '../reading/columns.ts'
import { findFile, type FoundFile } from '../reading/find-file.ts'
import type { SupplierReading } from '../supplier.ts'
import { openWorkbook } from './open-workbook.ts'

/** A stored file read as its supplier's list before: in the encoding, with the delimiter, from the sheet that staff saw. */
export type ReadLikeBefore = (file: StoredFile, reading: SupplierReading | null) => Promise<StoredFile>

export function createReadLikeBefore(deps: {
  readonly files: Pick<ImportFileRepository, 'read' | 'storeTable'>
  readonly clock: Clock
}): ReadLikeBefore {
  const { files, clock } = deps

  return async function readLikeBefore(file, reading) {
    const again = reading === null ? null : await read(file, reading)
    return again === null ? file : { ...file, found: again }
  }

  async function read({ fileId, found }: StoredFile, reading: SupplierReading): Promise<FoundFile | null> {
    if (found.sheet !== null) return readSheet(fileId, found, reading)
    const { encoding } = reading
    const isOther = encoding !== found.encoding && found.encodings.some((each) => each.encoding === encoding)
    const hasMoved = keyOfColumns(found) !== reading.headerKey && reading.delimiter !== found.delimiter
    if (!isOther && !hasMoved) return null
    const chosen = isOther ? encoding : found.encoding
    const others = found.encodings.map((each) => each.encoding).filter((each) => each !== chosen)
    const sure = { encoding: chosen, isSure: isOther || found.isEncodingSure, others }
    const open = () => files.read(fileId)
    const same = isOther ? await findFile(open, sure) : found
    if (keyOfColumns(same) === reading.headerKey || reading.delimiter === same.delimiter) return same
    // Other columns than before: the delimiter may have been taken for another one.
    const divided = await findFile(open, sure, reading.delimiter)
    return keyOfColumns(divided) === reading.headerKey ? divided : same
  }

  async function readSheet(fileId: string, found: FoundFile, { sheet }: SupplierReading): Promise<FoundFile | null> {
    if (sheet === null || sheet === found.sheet || !found.sheets.includes(sheet)) return null
    return openWorkbook(files, fileId, sheet, clock.now())
  }
}

/** By which the list of a supplier is known again. */
export function keyOfColumns({ columns }: Pick<FoundFile, 'columns'>): string {
  return headerKeyOf(columns.map(({ header }) => header))
}
