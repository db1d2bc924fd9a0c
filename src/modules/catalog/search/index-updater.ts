import { setImmediate } from 'node:timers/promises'
import type { Logger } from '#platform/logger'
import type { ProductFacts, ProductRepository } from '../persistence/product.repository.ts'
import { CatalogIndex } from './catalog-index.ts'

const BATCH = 1000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

export interface IndexUpdater {
  /**
   * The index, once it shows all changes that were announced so far: a reader who caches an answer until the next change
   * must not have read it before this one. Empty until the first `refresh(null)`; the former index while the database
   * does not answer.
   */
  upToDate(): Promise<CatalogIndex>
  /**
   * Reads these products again (null: all) and resolves when the index shows them. Calls during a read are combined into
   * the next one. When the database does not answer, it tries again by itself.
   */
  refresh(productIds: readonly number[] | null): Promise<void>
}

export function createIndexUpdater(deps: {
  readonly products: Pick<ProductRepository, 'streamFacts' | 'findFacts'>
  readonly logger: Logger
}): IndexUpdater {
  let index = new CatalogIndex()
  let waitingIds = new Set<number>()
  let waitingForAll = false
  let retryMs = FIRST_RETRY_MS
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /** The last read that is planned or under way. */
  let unfinished: Promise<void> | null = null

  async function rebuild(): Promise<void> {
    const fresh = new CatalogIndex()
    for await (const facts of deps.products.streamFacts()) fresh.fill(facts)
    fresh.finish()
    index = fresh
  }

  async function update(ids: readonly number[]): Promise<void> {
    const found: ProductFacts[] = []
    for (let i = 0; i < ids.length; i += BATCH) found.push(...(await deps.products.findFacts(ids.slice(i, i + BATCH))))
    await setImmediate()
    index.update(ids, found)
  }

  async function work(): Promise<void> {
    next = null
    const [ids, all] = [[...waitingIds], waitingForAll]
    waitingIds = new Set()
    waitingForAll = false
    try {
      if (all) await rebuild()
      else await update(ids)
      retryMs = FIRST_RETRY_MS
    } catch (error) {
      for (const id of ids) waitingIds.add(id)
      waitingForAll ||= all
      tryLater()
      throw error
    }
  }

  function tryLater(): void {
    const again = () =>
      startNext().catch((err: unknown) => deps.logger.warn({ err }, 'the catalog index is behind the database'))
    setTimeout(() => void again(), retryMs).unref()
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
  }

  function startNext(): Promise<void> {
    if (next === null) {
      next = running.then(work)
      // Callers get the failure; the next read starts all the same.
      const ended = next
        .catch(() => {})
        .then(() => {
          if (unfinished === ended) unfinished = null
        })
      running = unfinished = ended
    }
    return next
  }

  return {
    async upToDate() {
      if (unfinished !== null) await unfinished
      return index
    },
    refresh(productIds) {
      if (productIds === null) waitingForAll = true
      else for (const id of productIds) waitingIds.add(id)
      return startNext()
    },
  }
}
