import { setImmediate } from 'node:timers/promises'
import type { Logger } from '#platform/log/logger'
import type { ProductChangeRepository } from '../../persistence/product-change.repository.ts'
import type { ReadModel } from '../updates/read-model.ts'
import type { ReadModelState } from '../updates/read-model-state.ts'
import { SnapshotWriter } from '../memory/snapshot.ts'
import type { CatalogCode } from './catalog-code.ts'
import type { ReadModelStore, SavedReadModel } from './read-model-store.ts'
import type { ProductTexts } from './product-texts.ts'
import { SaveSchedule } from './save-schedule.ts'
import { writeSnapshot } from './snapshot-file.ts'

const LOOK_EVERY_MS = 5000
/** The name of the facts of an index of which only a part was made by the code that saved it. No build has it. */
const OF_SEVERAL = ''

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
  const schedule = new SaveSchedule()
  let collectionId: string | null = null
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let isWorking = false

  function write(): Promise<void> {
    return schedule.save(async (begin) => {
      let unused: readonly number[] = []
      const { parts, completeUntilMs, isOfThisCode } = await copyOf(readModel, () => {
        begin()
        unused = file.unused()
      })
      const info = { code: isOfThisCode ? code : { ...code, facts: OF_SEVERAL }, collectionId, completeUntilMs }
      await writeSnapshot(store.folder.path, info, parts)
      // The snapshot before may have needed them.
      file.delete(unused)
    })
  }

  async function work(): Promise<void> {
    try {
      await readModel.compactTexts()
    } catch (err) {
      logger.warn({ err }, 'the texts of the catalog take more room on the disk than they need; trying again later')
    }
    if (!schedule.isDue()) return
    await deps.resync()
    await write()
  }

  function look(): void {
    if (isWorking) return
    isWorking = true
    working = work()
      .catch((err: unknown) => {
        schedule.noteTried()
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
      return stateOf(saved, texts, code)
    },
    noteChange: () => schedule.noteChange(),
    begin() {
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await working
      try {
        if (schedule.isBehind) await write()
      } catch (err) {
        logger.warn({ err }, 'the index of the catalog could not be saved; the next start reads the whole catalog')
      }
    },
  }
}

/**
 * Copies the read model piece by piece, between which others are answered; its changes wait for the last one.
 * @param begin called before the first piece
 */
async function copyOf(readModel: Pick<ReadModel, 'current' | 'exclusively'>, begin: () => void) {
  const parts: [Buffer[], Buffer[]] = [[], []]
  let [completeUntilMs, isOfThisCode] = [0, false]
  await readModel.exclusively(async () => {
    begin()
    const { index, texts, ...state } = readModel.current
    ;({ completeUntilMs, isOfThisCode } = state)
    const writer = new SnapshotWriter()
    texts.save(writer)
    for (const [i, pieces] of [index.save(), writer.pieces()].entries()) {
      for (const piece of pieces) {
        parts[i]?.push(piece)
        await setImmediate()
      }
    }
  })
  return { parts, completeUntilMs, isOfThisCode }
}

/** What was saved, as the read model of this code: texts in a former shape are left out. */
function stateOf(
  { info, index, texts: saved }: SavedReadModel,
  texts: ProductTexts,
  code: CatalogCode,
): ReadModelState {
  const { code: former, completeUntilMs } = info
  const areTextsOfThisCode = former.texts === code.texts
  texts.load(saved, { withPlaces: areTextsOfThisCode })
  return { index, texts, completeUntilMs, isOfThisCode: areTextsOfThisCode && former.facts === code.facts }
}
