import { setImmediate } from 'node:timers/promises'
import { folderRemedy } from '#platform/process/folder-remedy'
import type { Logger } from '#platform/log/logger'
import { takeProcessFolder, type ProcessFolder } from '#platform/process/process-folder'
import { CatalogIndex } from '../memory/catalog-index.ts'
import { SnapshotReader } from '../memory/snapshot.ts'
import { catalogCode, type CatalogCode } from './catalog-code.ts'
import { readSnapshot, type SnapshotInfo } from './snapshot-file.ts'
import { TextFile } from './text-file.ts'

/** The read model as it was saved. */
export interface SavedReadModel {
  readonly info: SnapshotInfo
  readonly index: CatalogIndex
  /** What is known of the texts of products. */
  readonly texts: SnapshotReader
}

/** Where a process keeps its read model between two starts. */
export interface ReadModelStore {
  readonly folder: ProcessFolder
  readonly file: TextFile
  /** The code that runs. */
  readonly code: CatalogCode
  /**
   * The read model as it was saved with the layout of this build; null when there is none. It is given once, because it is
   * large.
   */
  takeSaved(): Promise<SavedReadModel | null>
}

/**
 * Takes a folder of the process, and begins to read what was saved there. That needs no database, so a start does it
 * while the built-in one opens its file.
 * @param deps.code the code that runs; only tests say otherwise
 * @returns null where nothing can be kept
 */
export function openReadModelStore(deps: {
  readonly base: string
  readonly logger: Logger
  readonly code?: CatalogCode
}): ReadModelStore | null {
  const { base, logger, code = catalogCode() } = deps
  try {
    const folder = takeProcessFolder(base)
    if (folder === null) return null
    const file = new TextFile(folder.path)
    let saved: Promise<SavedReadModel | null> | null = readSaved(folder.path, code).catch((err: unknown) => {
      logger.warn({ err }, 'the kept index of the catalog cannot be read; this start reads the whole catalog')
      return null
    })
    return {
      folder,
      file,
      code,
      async takeSaved() {
        const taken = saved
        saved = null
        return taken
      },
    }
  } catch (err) {
    const remedy = folderRemedy(err)
    logger.warn(
      { folder: base, remedy },
      'the index of the catalog cannot be kept on the disk; every start reads the whole catalog',
    )
    return null
  }
}

async function readSaved(folder: string, code: CatalogCode): Promise<SavedReadModel | null> {
  // The database's thread is to begin first.
  await setImmediate()
  return readSnapshot(folder, code.layout, (info, [indexBytes, textBytes]) => {
    const index = indexBytes === undefined ? null : CatalogIndex.load(indexBytes)
    const texts = index === null || textBytes === undefined ? null : SnapshotReader.open(textBytes)
    return index === null || texts === null ? null : { info, index, texts }
  })
}
