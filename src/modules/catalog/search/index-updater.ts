import { setImmediate } from 'node:timers/promises'
import type { Logger } from '#platform/logger'
import type { SearchFields, ProductRepository } from '../persistence/product.repository.ts'
import { CatalogIndex } from './memory/catalog-index.ts'

const BATCH = 1000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

export interface IndexUpdater {
  /**
   * Resolves to the index when it shows all changes that were announced before the call, because callers cache answers
   * until the next change. Empty until the first `refresh(null)`; while the database is down, the last index.
   */
  upToDate(): Promise<CatalogIndex>
  /**
   * Reads these products again (null: all) and resolves when the index shows them. Calls during a read are combined into
   * the next one. When the database does not answer, the updater tries again later.
   */
  refresh(productIds: readonly number[] | null): Promise<void>
}

export function createIndexUpdater(deps: {
  readonly products: Pick<ProductRepository, 'streamSearchFields' | 'findSearchFields'>
  readonly logger: Logger
}): IndexUpdater {
  let index = new CatalogIndex()
  let waitingIds = new Set<number>()
  let waitingForAll = false
  let retryMs = FIRST_RETRY_MS
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /** The last read that is scheduled or running. */
  let unfinished: Promise<void> | null = null

  async function rebuild(): Promise<void> {
    const fresh = new CatalogIndex()
    for await (const fields of deps.products.streamSearchFields()) fresh.fill(fields)
    fresh.finish()
    index = fresh
  }

  async function update(ids: readonly number[]): Promise<void> {
    const products: SearchFields[] = []
    for (let i = 0; i < ids.length; i += BATCH)
      products.push(...(await deps.products.findSearchFields(ids.slice(i, i + BATCH))))
    await setImmediate()
    index.update(ids, products)
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
      // Callers get the error, and the next read starts anyway.
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
