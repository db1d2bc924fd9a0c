import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { SchemaStep } from '#platform/database/schema-steps'
import { headerKeyOf } from '../reading/columns.ts'
import { expiryOf } from '../rules/kept-until.ts'
import { importCollection } from './import-document.ts'
import type { PieceDocument } from './import-file.repository.ts'
import { importGroupCollection, writtenIdsOf } from './import-group-document.ts'
import type { SupplierDocument } from './supplier.repository.ts'

/** Groups that one part of a step reads: each has some hundred rows. */
const GROUPS_AT_ONCE = 20

/** Changes of the shape of stored imports, in the order of their release. */
export function importSchemaSteps(database: Database, clock: Clock): readonly SchemaStep[] {
  const suppliers = database.collection<SupplierDocument>('suppliers')
  const imports = importCollection(database)
  const groups = importGroupCollection(database)
  const pieces = database.collection<PieceDocument>('import_files')
  const isMissing = { expiresAt: { $exists: false } }
  let looked = ''

  return [
    {
      // Files and rows that were stored before expiry existed would be kept forever.
      name: 'imports-fill-expires-at',
      async runBatch() {
        const importId = (await groups.findOne(isMissing))?.importId ?? (await pieces.findOne(isMissing))?.fileId
        if (importId === undefined) return false
        const found = await imports.findOne({ _id: importId })
        const since = found?.startedAt ?? found?.createdAt ?? clock.now()
        const expiresAt = expiryOf(since, found?.preview === true ? 'preview' : 'imported')
        await groups.updateMany({ importId, ...isMissing }, { $set: { expiresAt } })
        await pieces.updateMany({ fileId: importId, ...isMissing }, { $set: { expiresAt } })
        return true
      },
    },
    {
      // Until then every file was in UTF-8 with the names of the columns in its first line, and numbers had one format.
      name: 'imports-fill-format',
      async runBatch() {
        const found = await imports.findOne({ encoding: { $exists: false } })
        if (found === null) return false
        const unknown = { numbers: null, example: null, isAmbiguous: false, currency: null, values: [] }
        await imports.updateOne(
          { _id: found._id },
          {
            $set: {
              encoding: 'utf-8',
              headerLine: 1,
              encodings: [],
              isEncodingSure: true,
              sheet: null,
              sheets: [],
              categories: [],
              unpriced: false,
              headerKey: headerKeyOf(found.columns.map(({ header }) => header)),
              columns: found.columns.map((column) => ({ ...unknown, ...column })),
            },
          },
        )
        return true
      },
    },
    {
      // Lists had no supplier until then, and their cells could not be corrected.
      name: 'imports-fill-supplier',
      async runBatch() {
        const set = { supplier: null, left: 0, leftOf: 0, mayManyLeave: false, mends: [], skips: [] }
        await imports.updateMany({ left: { $exists: false } }, { $set: set })
        return false
      },
    },
    {
      // Failed rows could not be made into a list of their own until then.
      name: 'imports-fill-corrects',
      async runBatch() {
        await imports.updateMany({ corrects: { $exists: false } }, { $set: { corrects: null } })
        return false
      },
    },
    {
      // The next list is divided as its columns show, until one is imported again.
      name: 'suppliers-fill-delimiter',
      async runBatch() {
        const isOld = { reading: { $ne: null }, 'reading.delimiter': { $exists: false } }
        await suppliers.updateMany(isOld, { $set: { 'reading.delimiter': ',', 'reading.sheet': null } })
        return false
      },
    },
    {
      // Which products a group wrote was not kept until then: the lists of a product passed over it, and so did the undo
      // of a list that had come after it.
      name: 'import-rows-fill-written-ids',
      async runBatch() {
        const found = await groups
          .find(
            { _id: { $gt: looked } },
            { projection: { rows: 1, writtenIds: 1 }, sort: { _id: 1 }, limit: GROUPS_AT_ONCE },
          )
          .toArray()
        const last = found.at(-1)
        if (last === undefined) return false
        for (const { _id, rows, writtenIds } of found) {
          const written = writtenIdsOf(rows)
          if (writtenIds === undefined && written.length > 0)
            await groups.updateOne({ _id, writtenIds: { $exists: false } }, { $set: { writtenIds: written } })
        }
        looked = last._id
        return true
      },
    },
  ]
}
