import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { text, time } from '#platform/database/fields'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { HANDLED_KEPT_MS } from '#platform/database/handled-entries'
import { readLongPage } from '#platform/shared-kernel/found-page'
import type { ErasureSuggestion } from '../domain/erasure-suggestion.ts'

interface SuggestionDocument extends Omit<ErasureSuggestion, 'reference' | 'matched'> {
  _id: string
  matched: string[]
  expiresAt: Date
}

const erasureSuggestionModel = defineModel<SuggestionDocument>({
  collection: 'erasure_suggestions',
  indexes: [
    { key: { receivedAt: -1, _id: 1 }, name: 'newest_first' },
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
  ],
  fields: () => ({
    _id: text,
    request: text,
    message: text,
    action: text,
    matched: [String],
    state: { type: String, default: 'open' },
    receivedAt: time,
    dueAt: time,
    expiresAt: time,
  }),
})

export interface SuggestionRepository {
  /** Does nothing when this message was suggested for this request before. */
  insert(suggestion: ErasureSuggestion): Promise<void>
  find(tx: Transaction | null, reference: string): Promise<ErasureSuggestion | null>
  /** Newest first, and how many there are, see `readLongPage`. */
  list(query: {
    readonly isOpen?: boolean
    readonly limit: number
    readonly offset: number
  }): Promise<{ readonly suggestions: readonly ErasureSuggestion[]; readonly total: number }>
  /** Notes the decision and deletes what matched. */
  decide(tx: Transaction, reference: string, state: 'confirmed' | 'refused'): Promise<void>
}

function toSuggestion({ _id: reference, expiresAt: _expiry, ...suggestion }: SuggestionDocument): ErasureSuggestion {
  return { reference, ...suggestion }
}

export function createSuggestionRepository(database: Database): SuggestionRepository {
  const suggestions = database.model(erasureSuggestionModel)
  return {
    async insert({ reference, matched, ...rest }) {
      const expiresAt = new Date(rest.receivedAt.getTime() + HANDLED_KEPT_MS)
      try {
        await suggestions().insertOne({ _id: reference, ...rest, matched: [...matched], expiresAt })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    async find(tx, reference) {
      const document = await suggestions()
        .findById(reference, null, { session: tx?.session })
        .lean<SuggestionDocument>()
      return document === null ? null : toSuggestion(document)
    },
    async list({ isOpen, limit, offset }) {
      const states = isOpen === true ? (['open'] as const) : (['confirmed', 'refused'] as const)
      const filter = isOpen === undefined ? {} : { state: trusted({ $in: [...states] }) }
      const { rows, total } = await readLongPage(
        { limit, offset },
        {
          list: () =>
            suggestions()
              .find(filter)
              .sort({ receivedAt: -1, _id: 1 })
              .skip(offset)
              .limit(limit)
              .lean<SuggestionDocument[]>(),
          count: (most) => suggestions().countDocuments(filter, { limit: most }),
        },
      )
      return { suggestions: rows.map(toSuggestion), total }
    },
    async decide(tx, reference, state) {
      await suggestions().updateOne({ _id: reference }, { $set: { state, matched: [] } }, { session: tx.session })
    },
  }
}
