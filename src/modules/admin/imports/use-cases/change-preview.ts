import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { ImportNotReady, MappingRefused, SupplierNotFound } from '../errors.ts'
import type { ImportState, ProductImport } from '../import.ts'
import type { Imports, NewMapping } from '../imports.api.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import { isKnownEncoding } from '../reading/encodings.ts'
import { findFile, type FoundFile } from '../reading/find-file.ts'
import { foundOf, recognizedOf } from '../rules/found-file.ts'
import { KEPT_DAYS, keptUntil } from '../rules/kept-until.ts'
import { mapAgain } from '../rules/mapping.ts'
import { rulesFor } from '../rules/supplier-rules.ts'
import type { GetImport } from './get-import.ts'
import { readSheet } from './open-workbook.ts'
import type { ReadAgain } from './read-again.ts'

/** How staff have the file of an import read in another way, before it is started. */
export function createChangePreview(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly getImport: GetImport
  readonly readAgain: ReadAgain
  readonly files: Pick<ImportFileRepository, 'read'>
  readonly suppliers: Pick<SupplierRepository, 'find'>
}): Pick<Imports, 'remap' | 'readAs' | 'readSheet'> {
  const { database, clock, getImport, readAgain, files, suppliers } = deps

  /** @throws ImportNotFound @throws ImportNotReady when its file is not kept any more */
  async function getKept(id: string): Promise<ProductImport> {
    const found = await getImport(id)
    if (keptUntil(found) < clock.now())
      throw new ImportNotReady(`A preview can be changed for ${KEPT_DAYS.preview} days. Send the file again.`)
    return found
  }

  /** Asks for the columns of a file again that was read anew. @param csv the sheet of a workbook @throws ImportNotReady */
  async function askAgain(before: ProductImport, found: FoundFile, csv?: readonly Buffer[]): Promise<ProductImport> {
    const set = { ...foundOf(found, recognizedOf(found)), mends: [], skips: [], state: 'mapping' as const }
    const next = await database.transaction((tx) => readAgain(tx, before, { states: CAN_ASK_AGAIN, set, csv }))
    if (next === null)
      throw new ImportNotReady('The file can be read in another way only before the import is started.')
    return next
  }

  /** Whose list it is, as staff say now. @throws SupplierNotFound */
  async function chosenSupplier(found: ProductImport, { supplierId }: NewMapping): Promise<ProductImport['supplier']> {
    if (supplierId === undefined) return found.supplier
    if (supplierId === null) return null
    const supplier = await suppliers.find(supplierId)
    if (supplier === null) throw new SupplierNotFound()
    return rulesFor(supplier)
  }

  return {
    async remap(id, next) {
      const found = await getKept(id)
      const set = {
        ...mapAgain(found, next),
        supplier: await chosenSupplier(found, next),
        preview: true,
        state: 'previewing' as const,
      }
      const moved = await database.transaction((tx) =>
        readAgain(tx, found, { states: [...CAN_ASK_AGAIN, 'previewing'], set }),
      )
      if (moved === null) throw new ImportNotReady('The columns can be changed only before the import is started.')
      return moved
    },

    async readSheet(id, sheet) {
      const before = await getKept(id)
      if (!before.sheets.includes(sheet)) throw new MappingRefused(`The workbook has no sheet "${sheet}".`)
      if (!CAN_ASK_AGAIN.includes(before.state))
        throw new ImportNotReady('The sheet can be changed only before the import is started.')
      const { found, csv } = await readSheet(files, id, sheet)
      return askAgain(before, found, csv)
    },

    async readAs(id, encoding) {
      const before = await getKept(id)
      const others = before.encodings.map((each) => each.encoding).filter((each) => each !== encoding)
      if (others.length === before.encodings.length || !isKnownEncoding(encoding))
        throw new MappingRefused(`The file cannot be read as "${encoding}".`)
      return askAgain(before, await findFile(() => files.read(id), { encoding, isSure: true, others }))
    },
  }
}

const CAN_ASK_AGAIN: readonly ImportState[] = ['mapping', 'previewed']
