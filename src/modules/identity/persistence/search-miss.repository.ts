import { Schema, trusted } from 'mongoose'
import type { Database } from '#platform/database/database'
import { number, text, time } from '#platform/database/fields'
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
const KEPT_SECONDS = 790 * 86_400
/**
 * Different terms of a day. A visitor who sends nonsense all day fills no more than this; what is known is counted
 * still.
 */
export const TERMS_A_DAY = 300

const schema = new Schema<SearchMissDocument>(
  { _id: text, term: text, day: time, count: number, lastAt: time },
  { collection: 'search_misses', versionKey: false },
)
schema.index({ day: 1 }, { name: 'kept_26_months', expireAfterSeconds: KEPT_SECONDS })

/** How often which term was searched for in vain, by day. No row has anything of who searched. */
export interface SearchMissRepository {
  /** Counts a search. A term that is new on a day with many terms is not counted. */
  count(term: string, day: Date, now: Date): Promise<void>
  /** The terms of all days since one (null: ever), the most frequent first. */
  list(since: Date | null, limit: number): Promise<readonly SearchMiss[]>
}

export function createSearchMissRepository(database: Database): SearchMissRepository {
  const misses = database.connection.model('SearchMiss', schema)
  return {
    async count(term, day, now) {
      const _id = `${day.toISOString().slice(0, 10)} ${term}`
      const counted = { $inc: { count: 1 }, $set: { lastAt: now } }
      if ((await misses.updateOne({ _id }, counted)).matchedCount === 1) return
      // Several requests at the same moment may find the last place free: a few rows more do no harm.
      if ((await misses.countDocuments({ day })) >= TERMS_A_DAY) return
      await misses.updateOne({ _id }, { ...counted, $setOnInsert: { term, day } }, { upsert: true })
    },
    async list(since, limit) {
      const groups = await misses.aggregate<{ _id: string; count: number; lastAt: Date }>([
        ...(since === null ? [] : [{ $match: { day: trusted({ $gte: since }) } }]),
        { $group: { _id: '$term', count: { $sum: '$count' }, lastAt: { $max: '$lastAt' } } },
        { $sort: { count: -1, lastAt: -1, _id: 1 } },
        { $limit: limit },
      ])
      return groups.map(({ _id: term, count, lastAt }) => ({ term, count, lastAt }))
    },
  }
}
