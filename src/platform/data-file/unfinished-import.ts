import type { Database } from '../database/database.ts'
import { StartRefused } from '../errors/start-refused.ts'

/** Its row in `meta`, beside those of the schema steps. */
export const UNFINISHED_IMPORT = 'unfinished-import'

/** The process does not start on a database into which an import was begun and not finished. */
class ImportUnfinished extends StartRefused {
  override readonly name = 'ImportUnfinished'
  constructor() {
    super(
      'The shop did not start: the import into this database was not finished. Run `npm run data -- import FILE` again; it begins anew by itself.',
    )
  }
}

/** Whether an import into this database was begun and not finished. */
export async function hasUnfinishedImport(database: Database): Promise<boolean> {
  return (await database.collection<{ _id: string }>('meta').findOne({ _id: UNFINISHED_IMPORT })) !== null
}

/** @throws ImportUnfinished */
export async function refuseUnfinishedImport(database: Database): Promise<void> {
  if (await hasUnfinishedImport(database)) throw new ImportUnfinished()
}
