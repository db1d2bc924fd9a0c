import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import { FileRefused, FileTooLarge } from '../errors.ts'
import { MAX_BYTES } from '../import.ts'
import type { Imports } from '../imports.api.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import { findEncoding, findFile, type FoundFile } from '../reading/find-file.ts'
import { isWorkbook } from '../reading/workbook.ts'
import { openWorkbook } from './open-workbook.ts'

const CSV_TYPES: readonly string[] = ['text/csv', 'application/csv', 'text/plain']

/**
 * Stores and inspects a price list while it is uploaded; a file that cannot be read is deleted again.
 * @throws FileRefused @throws FileTooLarge
 */
export function createStoreFile(deps: {
  readonly files: ImportFileRepository
  readonly clock: Clock
}): Imports['storeFile'] {
  async function readCsv(fileId: string, stored: AsyncIterable<Buffer>): Promise<FoundFile> {
    return findFile(() => deps.files.read(fileId), await findEncoding(stored))
  }

  async function readXlsx(fileId: string, stored: AsyncIterable<Buffer>): Promise<FoundFile> {
    for await (const _piece of stored);
    return openWorkbook(deps.files, fileId, null, deps.clock.now())
  }

  return async function storeFile(input) {
    const isXlsx = isWorkbook(input)
    if (!isXlsx && !CSV_TYPES.includes(input.mimeType) && !/\.csv$/i.test(input.fileName)) throw FileRefused.wrongType()
    const fileId = randomUUID()
    let sizeBytes = 0
    const digest = createHash('sha256')
    async function* measured() {
      for await (const part of input.bytes) {
        sizeBytes += part.length
        if (sizeBytes > MAX_BYTES) throw new FileTooLarge('bytes')
        digest.update(part)
        yield part
      }
    }
    try {
      const stored = deps.files.store(fileId, measured(), deps.clock.now())
      const found = isXlsx ? await readXlsx(fileId, stored) : await readCsv(fileId, stored)
      return { fileId, fileName: plainName(input.fileName), sizeBytes, digest: digest.digest('base64url'), found }
    } catch (error) {
      await deps.files.remove(fileId)
      throw error
    }
  }
}

/** A file name to show and to offer for download, without a path. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- it removes control characters on purpose
  const plain = last.replaceAll(/[\u0000-\u001f\u007f"<>|:*?\u202a-\u202e\u2066-\u2069]/g, '')
  return Array.from(plain).slice(-120).join('') || 'products.csv'
}
