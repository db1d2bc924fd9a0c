import type { Database } from '../database/database.ts'
import { DataRefused } from './errors.ts'
import { openSnapshot } from './snapshot.ts'
import { hasUnfinishedImport } from './unfinished-import.ts'
import { writeDataFile, type Section, type WrittenFile } from './write-data-file.ts'

/** Called after each batch, for a line that says how far it is. */
export type OnProgress = (progress: {
  readonly step: 'checking' | 'exporting' | 'importing' | 'comparing'
  readonly collection: string
  readonly done: number
  readonly of: number
}) => void

export interface Exported extends WrittenFile {
  /** False when others may have written meanwhile and the file mixes before and after. */
  readonly isConsistent: boolean
}

/**
 * Writes all documents of the database into a file, as they were at one moment; the shop may run meanwhile.
 * @param secret signs sessions; it is carried along so that they stay valid
 * @throws DataRefused when there is nothing to export, or the file exists
 */
export async function exportData(deps: {
  readonly database: Database
  readonly file: string
  readonly secret: string | null
  readonly now: Date
  readonly onProgress: OnProgress
  readonly signal?: AbortSignal
}): Promise<Exported> {
  const { database, file, secret, now, onProgress, signal } = deps
  if (await hasUnfinishedImport(database))
    throw new DataRefused('This database is half imported: finish the import first.')
  const snapshot = await openSnapshot(database)
  try {
    const collections: Record<string, number> = {}
    for (const name of snapshot.collections) collections[name] = await snapshot.count(name)
    const of = Object.values(collections).reduce((sum, count) => sum + count, 0)
    if (of === 0) throw new DataRefused('The database is empty: there is nothing to export.')
    let done = 0

    async function* sections(): AsyncGenerator<Section> {
      for (const name of snapshot.collections) {
        yield {
          name,
          batches: (async function* () {
            for await (const lines of snapshot.read(name)) {
              yield lines
              done += lines.length
              onProgress({ step: 'exporting', collection: name, done, of })
            }
          })(),
        }
      }
    }

    const header = {
      exportedAt: now.toISOString(),
      schemaSteps: await doneSchemaSteps(database),
      collections,
      ...(secret === null ? {} : { jwtSecret: secret }),
    }
    const written = await writeDataFile(file, header, sections(), signal)
    return { ...written, isConsistent: snapshot.isConsistent }
  } finally {
    await snapshot.close()
  }
}

async function doneSchemaSteps(database: Database): Promise<string[]> {
  const meta = database.collection<{ _id: string; doneAt?: Date }>('meta')
  const rows = await meta.find({ doneAt: { $exists: true } }, { projection: { _id: 1 } }).toArray()
  return rows.map(({ _id }) => _id).sort()
}
