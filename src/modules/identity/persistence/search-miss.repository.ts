import { trusted } from 'mongoose'
import type { Database } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { number, text, time } from '#platform/database/fields'
import { DAY_MS } from '#platform/time/durations'
import type { SearchMiss } from '../domain/visit.ts'

interface SearchMissDocument {
  /** Day and term. */
  _id: string
  term: string
  /** The beginning of the day, by the shop's clock. */
  day: Date
  count: number
  lastAt: Date
}

/** 26 months, as long as analytics (specification 2, section 9), counted so that they are never more. */
export const KEPT_DAYS = 790
/**
 * Different terms of a day. A visitor who sends nonsense all day fills no more than this; what is known is counted
 * still.
 */
const TERMS_A_DAY = 300

const searchMissModel = defineModel<SearchMissDocument>({
  collection: 'search_misses',
  indexes: [{ key: { day: 1 }, name: 'kept_26_months', expireAfterSeconds: (KEPT_DAYS * DAY_MS) / 1000 }],
  fields: () => ({ _id: text, term: text, day: time, count: number, lastAt: time }),
})

/** How often which term was searched for in vain, by day. No row has anything of who searched. */
export interface SearchMissRepository {
  /** Counts a search. A term that is new on a day with many terms is not counted. */
  count(term: string, day: Date, now: Date): Promise<void>
  /** What was counted of each term on these days, given by their first moments, all in one command; in any order. */
  sum(days: readonly Date[]): Promise<readonly SearchMiss[]>
}

export function createSearchMissRepository(database: Database): SearchMissRepository {
  const misses = database.model(searchMissModel)
  return {
    async count(term, day, now) {
      const _id = `${day.toISOString().slice(0, 10)} ${term}`
      const counted = { $inc: { count: 1 }, $set: { lastAt: now } }
      if ((await misses().updateOne({ _id }, counted)).matchedCount === 1) return
      // Several requests at the same moment may find the last place free: a few rows more do no harm.
      if ((await misses().countDocuments({ day })) >= TERMS_A_DAY) return
      await misses().updateOne({ _id }, { ...counted, $setOnInsert: { term, day } }, { upsert: true })
    },
    async sum(days) {
      // Named one by one, because the built-in database has no index of ranges of times. A version before counted days
      // of UTC: one of them begins within each.
      const begins = days.flatMap((day) => [day, new Date(Math.ceil(day.getTime() / DAY_MS) * DAY_MS)])
      const groups = await misses().aggregate<{ _id: string; count: number; lastAt: Date }>([
        { $match: { day: trusted({ $in: begins }) } },
        { $group: { _id: '$term', count: { $sum: '$count' }, lastAt: { $max: '$lastAt' } } },
      ])
      return groups.map(({ _id: term, count, lastAt }) => ({ term, count, lastAt }))
    },
  }
}
