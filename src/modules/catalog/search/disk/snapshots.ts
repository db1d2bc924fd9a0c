import { setImmediate } from 'node:timers/promises'
import { MINUTE_MS } from '#platform/time/durations'
import type { Logger } from '#platform/log/logger'
import type { ProductChangeRepository } from '../../persistence/product-change.repository.ts'
import type { ReadModel } from '../updates/read-model.ts'
import type { ReadModelState } from '../updates/read-model-state.ts'
import { SnapshotWriter } from '../memory/snapshot.ts'
import type { ReadModelStore } from './read-model-store.ts'
import type { ProductTexts } from './product-texts.ts'
import { writeSnapshot, type SnapshotInfo } from './snapshot-file.ts'

const LOOK_EVERY_MS = 5000
/** The name of the facts of an index of which only a part was made by the code that saved it. No build has it. */
const OF_SEVERAL = ''
/** A snapshot is written when nothing changed for so long, which is never so while a price list is imported … */
const CALM_MS = 5000
/** … or when changes have been going on for so long without one. */
const LONGEST_WITHOUT_MS = 15 * MINUTE_MS
const SHORTEST_BETWEEN_MS = 5 * MINUTE_MS

export interface Snapshots {
  /**
   * The read model as it was saved; null when there is none of these products with the layout of this build. Texts that
   * another code made are left out, so that nobody gets a product in a former shape; `isOfThisCode` says whether the index was made by
   * this one.
   */
  load(texts: ProductTexts): Promise<ReadModelState | null>
  /** Notes that the last snapshot is behind. */
  noteChange(): void
  /** Begins to write snapshots from time to time, and to clear up the texts. */
  begin(): void
  /** Writes what the last snapshot lacks, and ends. */
  close(): Promise<void>
}

/**
 * Keeps the read model on the disk, so that a process that starts reads only what changed since. The index is copied piece
 * by piece: others are answered between two pieces, and changes wait for the last one. With 100,000 products that takes
 * some 50 ms of the processor, as a rule when nothing has changed for a while. Then the copy is written, and changes go
 * on.
 */
export function createSnapshots(deps: {
  readonly store: ReadModelStore
  readonly logger: Logger
  readonly readModel: Pick<ReadModel, 'current' | 'exclusively' | 'compactTexts'>
  readonly products: Pick<ProductChangeRepository, 'collectionId'>
  /** Makes the read model complete up to now. */
  readonly resync: () => Promise<void>
}): Snapshots {
  const { store, logger, readModel } = deps
  const { code, file } = store
  let collectionId: string | null = null
  let timer: NodeJS.Timeout | undefined
  let changedAtMs: number | null = null
  let behindSinceMs = 0
  let writtenAtMs = -Infinity
  let working: Promise<void> = Promise.resolve()
  let isWorking = false

  async function write(): Promise<void> {
    const before = { changedAtMs, behindSinceMs }
    try {
      await writeReadModel()
    } catch (error) {
      // As far behind as before; a change meanwhile is noted already.
      changedAtMs ??= before.changedAtMs
      behindSinceMs = before.behindSinceMs
      throw error
    }
  }

  async function writeReadModel(): Promise<void> {
    let info: SnapshotInfo = { code, collectionId, completeUntilMs: 0 }
    let unused: readonly number[] = []
    const parts: [Buffer[], Buffer[]] = [[], []]
    await readModel.exclusively(async () => {
      changedAtMs = null
      const { index, texts, completeUntilMs, isOfThisCode } = readModel.current
      info = { code: isOfThisCode ? code : { ...code, facts: OF_SEVERAL }, collectionId, completeUntilMs }
      unused = file.unused()
      const writer = new SnapshotWriter()
      texts.save(writer)
      for (const [i, pieces] of [index.save(), writer.pieces()].entries()) {
        for (const piece of pieces) {
          parts[i]?.push(piece)
          await setImmediate()
        }
      }
    })
    await writeSnapshot(store.folder.path, info, parts)
    writtenAtMs = performance.now()
    // The snapshot before may have needed them.
    file.delete(unused)
  }

  function isDue(): boolean {
    const now = performance.now()
    if (changedAtMs === null || now - writtenAtMs < SHORTEST_BETWEEN_MS) return false
    return now - changedAtMs >= CALM_MS || now - behindSinceMs >= LONGEST_WITHOUT_MS
  }

  async function work(): Promise<void> {
    try {
      await readModel.compactTexts()
    } catch (err) {
      logger.warn({ err }, 'the texts of the catalog take more room on the disk than they need; trying again later')
    }
    if (!isDue()) return
    await deps.resync()
    await write()
  }

  function look(): void {
    if (isWorking) return
    isWorking = true
    working = work()
      .catch((err: unknown) => {
        writtenAtMs = performance.now()
        logger.warn({ err }, 'the index of the catalog could not be saved; trying again later')
      })
      .finally(() => (isWorking = false))
  }

  return {
    async load(texts) {
      const saved = await store.takeSaved()
      collectionId = await deps.products.collectionId()
      if (saved === null) return null
      if ((saved.info.collectionId ?? null) !== collectionId) {
        logger.info('the kept index of the catalog is of another database; this start reads the whole catalog')
        return null
      }
      const { code: former, completeUntilMs } = saved.info
      const areTextsOfThisCode = former.texts === code.texts
      texts.load(saved.texts, { withPlaces: areTextsOfThisCode })
      return {
        index: saved.index,
        texts,
        completeUntilMs,
        isOfThisCode: areTextsOfThisCode && former.facts === code.facts,
      }
    },
    noteChange() {
      if (changedAtMs === null) behindSinceMs = performance.now()
      changedAtMs = performance.now()
    },
    begin() {
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await working
      try {
        if (changedAtMs !== null) await write()
      } catch (err) {
        logger.warn({ err }, 'the index of the catalog could not be saved; the next start reads the whole catalog')
      }
    },
  }
}
