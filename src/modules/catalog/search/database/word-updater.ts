import type { Database } from '#platform/database/database'
import type { Logger } from '#platform/log/logger'
import type { searchableCollection } from '../../persistence/product-document.ts'
import { MAX_AWAITED } from '../updates/index-updater.ts'
import { RepeatedCheck } from './repeated-check.ts'
import { READ_AT_ONCE, StoredWords, WITHOUT_WORDS } from './stored-words.ts'
import { WaitingProducts } from './waiting-products.ts'

const RETRY_MS = 10_000

export interface WordUpdater {
  /**
   * Resolves when all products that were announced before the call can be found by their words, except for those that
   * were announced with more than fifty others, as by each group of a price list.
   */
  settled(): Promise<void>
  /** The same for all products. */
  allSettled(): Promise<void>
  /** Writes the words of these products again. When the database does not answer, it tries again later. */
  update(productIds: readonly number[]): Promise<void>
  /** Looks whether the words of these products are right, for which no list waits. */
  correct(productIds: readonly number[]): Promise<void>
  /**
   * Resolves when every product has words of every kind. Then checks in the background whether all are right, because
   * products may have changed while no process listened. When the database does not answer, it tries again later.
   */
  resync(): Promise<void>
  /** Ends the check in the background; resolves when nothing is written any more. */
  stop(): Promise<void>
}

/**
 * Keeps the words of stored products true to their fields. Every process does it for every change it hears of; what is
 * right already is only read, and a product that changes meanwhile is left to the announcement of that change.
 */
export function createWordUpdater({
  database,
  products,
  logger,
  onCorrected,
}: {
  readonly database: Database
  readonly products: ReturnType<typeof searchableCollection>
  readonly logger: Logger
  /**
   * Called when words may have been corrected later than their products were announced: after a failure, and after each
   * check, in which another process may have been quicker.
   */
  readonly onCorrected: () => void
}): WordUpdater {
  const words = new StoredWords(database, products)
  let isStopped = false
  const few = waitingProducts()
  const many = waitingProducts()
  const check = new RepeatedCheck(checkAll)

  function waitingProducts(): WaitingProducts {
    const waiting: WaitingProducts = new WaitingProducts({
      write: (ids) => words.correct(ids),
      atOnce: READ_AT_ONCE,
      onFailed: () => tryLater(() => waiting.add([]).then(onCorrected), 'search words are out of date'),
    })
    return waiting
  }

  async function checkAll(): Promise<void> {
    try {
      await words.correctMatching({}, { isStopped: () => isStopped })
    } catch (err) {
      logger.warn({ err }, 'the search words of all products could not be checked; trying again later')
      tryLater(resync, 'search words may be out of date')
    }
    onCorrected()
  }

  /** @param sentence what the log says when it fails again */
  function tryLater(work: () => Promise<void>, sentence: string): void {
    setTimeout(() => {
      if (!isStopped) work().catch((err: unknown) => logger.warn({ err }, sentence))
    }, RETRY_MS).unref()
  }

  async function resync(): Promise<void> {
    const begin = () => logger.info('products get their search words; the shop waits for it')
    try {
      await words.correctMatching(WITHOUT_WORDS, { begin, isStopped: () => isStopped })
    } catch (error) {
      tryLater(resync, 'search words may be out of date')
      throw error
    }
    check.begin()
  }

  return {
    settled: () => few.settled,
    async allSettled() {
      await Promise.all([few.settled, many.settled])
    },
    update: (productIds) => (productIds.length > MAX_AWAITED ? many : few).add(productIds),
    correct: (productIds) => many.add(productIds),
    resync,
    async stop() {
      isStopped = true
      await Promise.all([check.stop(), few.settled, many.settled])
    },
  }
}
