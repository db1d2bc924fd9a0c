import { setTimeout as wait } from 'node:timers/promises'
import type { ProductChangeRepository } from '../../persistence/product-change.repository.ts'
import { DELETIONS_KNOWN_MS } from '../../persistence/product.model.ts'
import type { HeldCatalog } from './held-catalog.ts'
import type { Retries } from './retries.ts'

/** An outage ends for all processes in one moment; they read at different ones. */
const LONGEST_JITTER_MS = 3000

/** Passes over what changed, or over all products, one after the other: two at once might each miss something. */
export interface CatalogPasses {
  /**
   * Reads what changed since the catalog was last known to be complete, for when events may be missing. Calls before it
   * begins are one. When it fails, it is tried again later.
   * @param waitMs how long to wait first (default: up to 3 s, so that processes do not read at the same time)
   */
  resync(waitMs?: number): Promise<void>
  /** Reads all products. */
  rebuild(): Promise<void>
  /** Reads all products for a catalog that is not current, which answers meanwhile; later again when this fails. */
  renew(): Promise<void>
}

export function createCatalogPasses(deps: {
  readonly products: Pick<ProductChangeRepository, 'listChanges'>
  readonly held: HeldCatalog
  readonly retries: Retries
}): CatalogPasses {
  const { products, held, retries } = deps
  let planned: Promise<void> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function afterOthers(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  async function readChanges(): Promise<void> {
    const begunMs = Date.now()
    const { index, goodForMs } = held.loaded
    // Longer ago it is not known any more what was deleted.
    if (begunMs - goodForMs > DELETIONS_KNOWN_MS / 2 || index.isMostlyUnused) return held.readAll()
    for await (const batch of products.listChanges(goodForMs)) {
      const { texts } = held.loaded
      const isNews = (id: number, changedAt: number | null) =>
        changedAt === null ? texts.has(id) : texts.changedAtOf(id) !== changedAt
      await held.readInSlices(batch.filter(({ id, changedAt }) => isNews(id, changedAt)).map(({ id }) => id))
    }
    held.markGoodFor(begunMs)
  }

  async function plan(waitMs: number): Promise<void> {
    await wait(waitMs, undefined, { ref: false })
    try {
      await afterOthers(() => {
        // What is announced from here on may need another one.
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

  async function renew(): Promise<void> {
    try {
      await afterOthers(() => held.readAll())
    } catch (error) {
      retries.warnBehind(error)
      retries.tryLater(renew)
    }
  }

  return { resync, rebuild: () => afterOthers(() => held.readAll()), renew }
}
