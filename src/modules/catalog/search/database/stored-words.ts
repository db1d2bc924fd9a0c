import { setImmediate } from 'node:timers/promises'
import type { Database } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import type { searchableCollection, ProductDocument, SearchWords } from '../../persistence/product-document.ts'
import { SEARCH_FIELDS, toSearchFields, type SearchFieldsDocument } from '../../persistence/product-mapping.ts'
import { slicesToReadThrough } from '../slices-to-read-through.ts'
import { searchWordsOf } from './search-words.ts'

/** So many products are read at once. */
export const READ_AT_ONCE = 500

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
export const WITHOUT_WORDS = { $or: Object.keys(WORDS).map((field) => ({ [field]: { $exists: false } })) }

/** A stored product with what its words are made of, and with its words as they are stored. */
type WithWords = SearchFieldsDocument & SearchWords & Pick<ProductDocument, 'changedAt'>

/** The words of stored products. They are written where they are not what the fields of the product say. */
export class StoredWords {
  readonly #database: Database
  readonly #products: ReturnType<typeof searchableCollection>

  constructor(database: Database, products: ReturnType<typeof searchableCollection>) {
    this.#database = database
    this.#products = products
  }

  /** Makes the words of these products right, of which there are at most `READ_AT_ONCE`. */
  async correct(ids: readonly number[]): Promise<void> {
    const filter = { _id: { $in: [...ids] } }
    await this.#write(
      await readAll<ProductDocument, WithWords>(this.#database, this.#products, { filter, projection: FIELDS }),
    )
  }

  /**
   * Does so for all products that match, in the order of their ids.
   * @param deps.begin called when there are any
   * @param deps.isStopped asked after each page whether to go on with the next one
   */
  async correctMatching(
    filter: object,
    { begin = () => {}, isStopped }: { readonly begin?: () => void; readonly isStopped: () => boolean },
  ): Promise<void> {
    let last = 0
    for (;;) {
      const page = await readAll<ProductDocument, WithWords>(this.#database, this.#products, {
        filter: { $and: [{ _id: { $gt: last } }, filter] },
        projection: FIELDS,
        sort: { _id: 1 },
        limit: READ_AT_ONCE,
      })
      if (last === 0 && page.length > 0) begin()
      await this.#write(page)
      last = page.at(-1)?._id ?? last
      if (isStopped() || page.length < READ_AT_ONCE) return
    }
  }

  async #write(stored: readonly WithWords[]): Promise<void> {
    const read = stored.map((document) => ({ document, fields: toSearchFields(document) }))
    for (const slice of slicesToReadThrough(read, ({ fields }) => fields)) {
      const updates = slice.flatMap(({ document, fields }) => correctionOf(document, searchWordsOf(fields)) ?? [])
      if (updates.length > 0) await this.#products.bulkWrite(updates, { ordered: false })
      await setImmediate()
    }
  }
}

/**
 * The change that gives a stored product the words that it should have; null when it has them. It changes nothing once
 * the product was written again, because the announcement of that change makes its words from what is stored then.
 */
export function correctionOf(
  stored: SearchWords & Pick<WithWords, '_id' | 'changedAt'>,
  words: Required<SearchWords>,
): Correction | null {
  if (isSame(stored, words)) return null
  const filter = { _id: stored._id, ...(stored.changedAt && { changedAt: stored.changedAt }) }
  return { updateOne: { filter, update: { $set: words } } }
}

interface Correction {
  readonly updateOne: {
    readonly filter: { readonly _id: number; readonly changedAt?: Date }
    readonly update: { readonly $set: Required<SearchWords> }
  }
}

function isSame(document: SearchWords, words: Required<SearchWords>): boolean {
  const stored = Object.fromEntries(Object.keys(words).map((field) => [field, document[field as keyof SearchWords]]))
  return JSON.stringify(stored) === JSON.stringify(words)
}
