import type { Clock } from '#platform/time/clock'
import { ImportFileGone, ImportNotReady } from '../errors.ts'
import type { Imports } from '../imports.api.ts'
import { keptUntil } from '../rules/kept-until.ts'
import type { FailedRows } from './failed-rows.ts'
import type { GetImport } from './get-import.ts'

/**
 * Makes the failed rows of an import that is over into a list of their own, read as the import was: it is previewed, its
 * rows are corrected in place, and it is started like any other.
 */
export function createCorrectFailed(deps: {
  readonly clock: Clock
  readonly getImport: GetImport
  readonly failedRows: FailedRows
  readonly storeFile: Imports['storeFile']
  readonly begin: Imports['begin']
}): Imports['correctFailed'] {
  const { clock, getImport, failedRows, storeFile, begin } = deps
  return async function correctFailed(id, by) {
    const found = await getImport(id)
    if (keptUntil(found) < clock.now()) throw new ImportFileGone()
    if (found.preview || found.failed === 0 || !ENDED.has(found.state))
      throw new ImportNotReady('Only an import that is over and has failed rows can have them corrected.')
    const name = found.fileName.replace(/\.[^.]*$/, '').replace(/^failed-/, '')
    async function* bytes() {
      for await (const piece of failedRows(found, 'as-sent')) yield Buffer.from(piece)
    }
    const file = await storeFile({ fileName: `failed-${name}.csv`, mimeType: 'text/csv', bytes: bytes() })
    return begin(file, { mode: found.mode, blank: found.blank, until: 'preview', corrects: id }, by)
  }
}

const ENDED: ReadonlySet<string> = new Set(['finished', 'cancelled', 'failed'])
