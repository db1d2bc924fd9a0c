import type { Database } from '#platform/database/database'
import { ShopIsBusy } from '#platform/errors/not-now'
import { createPlaces } from '#platform/concurrency/places'
import { Overdue, within } from '#platform/concurrency/within'
import type { searchableCollection } from '../../persistence/product-document.ts'
import { createProductQueries, type ProductQueries } from './product-queries.ts'

/** For so long a question may wait for its turn and for all of its queries together. */
export const QUESTION_MS = 6000
/** So many wait for their turn; each holds little more than a request. */
const IN_LINE = 200
/** Of one question so many queries run at a time: the counts of a filter panel are a dozen. */
const QUERIES_AT_ONCE = 3

/**
 * Asks the database what takes several queries.
 * @throws ShopIsBusy when many are asked already, or when it takes too long
 */
export type Ask = <Answer>(work: (queries: ProductQueries) => Promise<Answer>) => Promise<Answer>

/**
 * Lets only some questions ask the database at a time, so that searches, however costly and however many, leave
 * connections and turns of it to orders, accounts and staff. Nobody waits for long: what is late is refused, what was
 * late before its turn is never asked, and of what was begun no further query is sent.
 * @param deps.atOnce how many questions are asked at a time
 * @param deps.ready waited for before each question; never rejects
 */
export function createAsk(deps: {
  readonly database: Database
  readonly products: ReturnType<typeof searchableCollection>
  readonly atOnce: number
  readonly ready: () => Promise<unknown>
}): Ask {
  const { database, products, atOnce, ready } = deps
  const refusal = () => new ShopIsBusy(new Error(`more than ${IN_LINE} searches wait for the database`))
  const places = createPlaces(atOnce, { max: IN_LINE, refusal })
  const late = () => new Overdue('a search by the database', QUESTION_MS)

  return (work) => {
    const endsAt = performance.now() + QUESTION_MS
    const leftMs = (): number => {
      const left = Math.ceil(endsAt - performance.now())
      if (left <= 0) throw late()
      return left
    }
    const answer = async () => {
      await ready()
      return places.run(async () => {
        leftMs()
        return work(createProductQueries({ database, products, leftMs, places: createPlaces(QUERIES_AT_ONCE) }))
      })
    }
    return within(QUESTION_MS, 'a search by the database', answer())
  }
}
