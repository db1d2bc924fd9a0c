import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { Logger } from '#platform/logger'
import type { searchableCollection, ProductDocument, SearchWords } from '../../persistence/product.model.ts'
import { SEARCH_FIELDS, toSearchFields, type SearchFieldsDocument } from '../../persistence/product.repository.ts'
import { slicesToReadThrough } from '../slices-to-read-through.ts'
import { MAX_AWAITED } from '../updates/index-updater.ts'
import { searchWordsOf } from './search-words.ts'

const BATCH = 500
const RETRY_MS = 10_000

type Stored = SearchFieldsDocument & SearchWords & Pick<ProductDocument, 'changedAt'>
const WORDS = {
  sortName: 1,
  isBestseller: 1,
  sortPageCost: 1,
  searchWords: 1,
  wordWeights: 1,
  descriptionWords: 1,
  choices: 1,
  models: 1,
  ppm: 1,
  grams: 1,
  monthlyPages: 1,
} as const satisfies Record<keyof SearchWords, 1>
const FIELDS = { ...SEARCH_FIELDS, changedAt: 1, ...WORDS } as const
/** Products that were never announced, and all of them after a version that knew fewer of these fields. */
const WITHOUT_WORDS = { $or: Object.keys(WORDS).map((field) => ({ [field]: { $exists: false } })) }

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
  const few = createLine()
  const many = createLine()
  let checking: Promise<void> | null = null
  let isCheckWanted = false
  let isStopped = false

  async function write(stored: readonly Stored[]): Promise<void> {
    const read = stored.map((document) => ({ document, fields: toSearchFields(document) }))
    for (const slice of slicesToReadThrough(read, ({ fields }) => fields)) {
      const updates = slice.flatMap(({ document, fields }) => {
        const words = searchWordsOf(fields)
        if (isSame(document, words)) return []
        const filter = { _id: document._id, ...(document.changedAt && { changedAt: document.changedAt }) }
        return [{ updateOne: { filter, update: { $set: words } } }]
      })
      if (updates.length > 0) await products.bulkWrite(updates, { ordered: false })
      await setImmediate()
    }
  }

  /** Products whose words are written after one another. What is announced before its turn is written together. */
  function createLine() {
    let waiting = new Set<number>()
    let next: Promise<void> | null = null
    let last: Promise<void> = Promise.resolve()

    async function writeWaiting(): Promise<void> {
      next = null
      const taken = waiting
      waiting = new Set()
      try {
        while (taken.size > 0) {
          const ids = [...taken].slice(0, BATCH)
          const filter = { _id: { $in: ids } }
          await write(await readAll<ProductDocument, Stored>(database, products, { filter, projection: FIELDS }))
          for (const id of ids) taken.delete(id)
        }
      } catch (error) {
        for (const id of taken) waiting.add(id)
        throw error
      }
    }

    function add(productIds: readonly number[]): Promise<void> {
      for (const id of productIds) waiting.add(id)
      if (next !== null) return next
      next = last.then(writeWaiting)
      // Callers of this get the error, and a list that waits for it does not.
      last = next.catch(tryLater)
      return next
    }

    function tryLater(): void {
      const warn = (err: unknown): void => logger.warn({ err }, 'search words are out of date')
      setTimeout(() => {
        if (!isStopped) void add([]).then(onCorrected, warn)
      }, RETRY_MS).unref()
    }

    return { add, settled: () => last }
  }

  /** @param begin called when there is anything to read */
  async function writeMatching(filter: object, begin = (): void => {}): Promise<void> {
    let last = 0
    for (;;) {
      const page = await readAll<ProductDocument, Stored>(database, products, {
        filter: { $and: [{ _id: { $gt: last } }, filter] },
        projection: FIELDS,
        sort: { _id: 1 },
        limit: BATCH,
      })
      if (last === 0 && page.length > 0) begin()
      await write(page)
      last = page.at(-1)?._id ?? last
      if (isStopped || page.length < BATCH) return
    }
  }

  /** A check that is under way has passed some products already, so that another one follows it. */
  function check(): void {
    isCheckWanted = true
    checking ??= checkWhileWanted()
  }

  function takeWantedCheck(): boolean {
    const isWanted = isCheckWanted && !isStopped
    isCheckWanted = false
    return isWanted
  }

  async function checkWhileWanted(): Promise<void> {
    while (takeWantedCheck()) {
      try {
        await writeMatching({})
      } catch (err) {
        logger.warn({ err }, 'the search words of all products could not be checked; trying again later')
        resyncLater()
      }
      onCorrected()
    }
    checking = null
  }

  function resyncLater(): void {
    setTimeout(() => {
      if (isStopped) return
      updater.resync().catch((err: unknown) => logger.warn({ err }, 'search words may be out of date'))
    }, RETRY_MS).unref()
  }

  const updater: WordUpdater = {
    settled: few.settled,
    async allSettled() {
      await Promise.all([few.settled(), many.settled()])
    },
    update: (productIds) => (productIds.length > MAX_AWAITED ? many : few).add(productIds),
    correct: many.add,
    async resync() {
      try {
        await writeMatching(WITHOUT_WORDS, () => logger.info('products get their search words; the shop waits for it'))
      } catch (error) {
        resyncLater()
        throw error
      }
      check()
    },
    async stop() {
      isStopped = true
      await Promise.all([checking, few.settled(), many.settled()])
    },
  }
  return updater
}

function isSame(document: SearchWords, words: Required<SearchWords>): boolean {
  const stored = Object.fromEntries(Object.keys(words).map((field) => [field, document[field as keyof SearchWords]]))
  return JSON.stringify(stored) === JSON.stringify(words)
}
