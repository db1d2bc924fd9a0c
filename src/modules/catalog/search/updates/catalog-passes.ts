import { setTimeout as wait } from 'node:timers/promises'
import { PUT_BACK_MS } from '../../persistence/change-time.ts'
import type { ProductChangeRepository } from '../../persistence/product-change.repository.ts'
import { DELETIONS_KNOWN_MS } from '../../persistence/product-document.ts'
import { OneAtATime } from './one-at-a-time.ts'
import type { ReadModel } from './read-model.ts'
import type { Retries } from './retries.ts'

/** An outage ends for all processes at the same moment, and they should not all read then. */
const LONGEST_JITTER_MS = 3000

/**
 * Passes over what changed, or over all products. They run one after the other: two at once might each miss something.
 */
export interface CatalogPasses {
  /**
   * Reads what changed since the read model was last known to be complete, because events may have been missed. Calls that
   * come before it begins share it. When it fails, it is tried again later.
   * @param waitMs how long to wait first (default: up to 3 s, so that processes do not read at the same time)
   */
  resync(waitMs?: number): Promise<void>
  /**
   * Reads what changed without being told to. Nobody tells of a change whose process died right after its commit, or did
   * not learn that it was committed. It never rejects: what fails is read the next time.
   */
  catchUp(): Promise<void>
  /** Reads all products. */
  rebuild(): Promise<void>
  /** Does the same while the read model as it is answers. It never rejects: what fails is tried again later. */
  rebuildInBackground(): Promise<void>
}

export function createCatalogPasses(deps: {
  readonly products: Pick<ProductChangeRepository, 'listChanges'>
  readonly readModel: ReadModel
  readonly retries: Retries
}): CatalogPasses {
  const { products, readModel, retries } = deps
  let planned: Promise<void> | null = null
  let catchingUp: Promise<void> | null = null
  const inOrder = new OneAtATime()

  async function readChanges(): Promise<void> {
    const begunMs = Date.now()
    const { index, completeUntilMs } = readModel.current
    // Of a longer time it is no longer known which products were deleted.
    const isTooLong = begunMs - completeUntilMs > DELETIONS_KNOWN_MS / 2
    // The clock was put back, so what changed since may have an earlier time than that.
    const wasPutBack = completeUntilMs - begunMs > PUT_BACK_MS
    if (isTooLong || wasPutBack || index.isMostlyUnused) return readModel.readAll()
    for await (const batch of products.listChanges(completeUntilMs)) {
      const { texts } = readModel.current
      const isChanged = (id: number, changedAt: number | null) =>
        changedAt === null ? texts.has(id) : texts.changedAtOf(id) !== changedAt
      await readModel.readInSlices(batch.filter(({ id, changedAt }) => isChanged(id, changedAt)).map(({ id }) => id))
    }
    readModel.markCompleteUntil(begunMs)
  }

  async function plan(waitMs: number): Promise<void> {
    await wait(waitMs, undefined, { ref: false })
    try {
      await inOrder.run(() => {
        // A call from here on may need another one.
        planned = null
        return readChanges()
      })
      retries.succeeded()
    } catch (error) {
      retries.tryLater(() => resync(0))
      throw error
    }
  }

  function resync(waitMs = Math.random() * LONGEST_JITTER_MS): Promise<void> {
    planned ??= plan(waitMs)
    return planned
  }

  function catchUp(): Promise<void> {
    catchingUp ??= inOrder
      .run(readChanges)
      .catch(retries.warnBehind)
      .finally(() => (catchingUp = null))
    return catchingUp
  }

  async function rebuildInBackground(): Promise<void> {
    try {
      await inOrder.run(() => readModel.readAll())
    } catch (error) {
      retries.warnBehind(error)
      retries.tryLater(rebuildInBackground)
    }
  }

  return { resync, catchUp, rebuild: () => inOrder.run(() => readModel.readAll()), rebuildInBackground }
}
