import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { INITIAL_PROGRESS, type ImportState, type ProductImport } from '../import.ts'
import { importProducts } from '../jobs.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { expiryOf } from '../rules/kept-until.ts'

/**
 * Begins another reading of an import's file in the caller's transaction, and deletes the rows of the one before. A job
 * reads it, unless its columns are asked for first.
 * @param next.states those in which it can be read again
 * @param next.set what it is read by
 * @param next.csv the rows of another sheet of the workbook
 * @returns null when it is in another state by now, or somebody else had it read again
 */
export type ReadAgain = (
  tx: Transaction,
  before: ProductImport,
  next: {
    readonly states: readonly ImportState[]
    readonly set: Partial<Omit<ProductImport, 'id'>> & Pick<ProductImport, 'state'>
    readonly csv?: readonly Buffer[] | undefined
  },
) => Promise<ProductImport | null>

export function createReadAgain(deps: {
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly imports: Pick<ImportRepository, 'move'>
  readonly files: Pick<ImportFileRepository, 'keep' | 'storeTable'>
  readonly rows: Pick<ImportRowsRepository, 'removeRun'>
}): ReadAgain {
  const { jobs, clock, imports, files, rows } = deps
  return async function readAgain(tx, { id, run }, { states, set, csv }) {
    const next = await imports.move(id, { states, run }, { ...INITIAL_PROGRESS, ...set, run: run + 1 }, tx)
    if (next === null) return null
    await rows.removeRun(tx, id, run)
    // With the rest: the import may be started meanwhile, and reads the sheet that was looked at.
    if (csv !== undefined) await files.storeTable(id, csv, clock.now(), tx)
    await files.keep(tx, id, expiryOf(clock.now(), next.preview ? 'preview' : 'imported'))
    if (next.state !== 'mapping') await jobs.enqueue(tx, importProducts, { importId: id, run: next.run })
    return next
  }
}
