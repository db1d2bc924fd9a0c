import type { Logger } from '#platform/logger'
import type { ProductFacts, ProductRepository } from '../persistence/product.repository.ts'
import { CatalogueIndex } from './catalogue-index.ts'

const BATCH = 1000
const RETRY_MS = 1000

export interface IndexKeeper {
  /** The index as it is now; empty until the first `refresh(null)`. */
  current(): CatalogueIndex
  /**
   * Reads these products again (null: all) and resolves when the index shows them. Calls while a reading is under way
   * are put together into the next one. When the database does not answer, it tries again by itself.
   */
  refresh(productIds: readonly number[] | null): Promise<void>
}

export function createIndexKeeper(deps: {
  readonly products: Pick<ProductRepository, 'streamFacts' | 'findFacts'>
  readonly logger: Logger
}): IndexKeeper {
  let index = new CatalogueIndex()
  let waitingIds = new Set<number>()
  let waitingForAll = false
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function rebuild(): Promise<void> {
    const fresh = new CatalogueIndex()
    for await (const facts of deps.products.streamFacts()) fresh.fill(facts)
    fresh.finish()
    index = fresh
  }

  async function update(ids: readonly number[]): Promise<void> {
    const found: ProductFacts[] = []
    for (let i = 0; i < ids.length; i += BATCH) found.push(...(await deps.products.findFacts(ids.slice(i, i + BATCH))))
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
    } catch (error) {
      for (const id of ids) waitingIds.add(id)
      waitingForAll ||= all
      setTimeout(() => void startNext().catch((err: unknown) => deps.logger.warn({ err }, 'the catalogue index is behind')), RETRY_MS).unref()
      throw error
    }
  }

  function startNext(): Promise<void> {
    if (next === null) {
      next = running.then(work)
      // Whoever waits hears of a failure; the one after it starts all the same.
      running = next.catch(() => {})
    }
    return next
  }

  return {
    current: () => index,
    refresh(productIds) {
      if (productIds === null) waitingForAll = true
      else for (const id of productIds) waitingIds.add(id)
      return startNext()
    },
  }
}
