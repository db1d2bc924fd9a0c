import { randomUUID } from 'node:crypto'
import { Schema, trusted } from 'mongoose'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { rewriteCollection } from '#platform/database/rewrite-collection'
import { rewriteTexts } from '#platform/personal-traces'
import { auditWords, searchedWords, type AuditChange, type AuditEntry, type NewAuditEntry } from '../domain/audit.ts'

interface AuditDocument {
  _id: string
  at: Date
  action: string
  subject: string | null
  address: string
  changes: { field: string; before: string | null; after: string | null }[]
  words: string[]
}

const optionalText = { type: String, default: null } as const
const schema = new Schema<AuditDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    action: { type: String, required: true },
    subject: optionalText,
    address: { type: String, required: true },
    changes: [
      new Schema<AuditChange>(
        { field: { type: String, required: true }, before: optionalText, after: optionalText },
        { _id: false, strict: 'throw' },
      ),
    ],
    words: [String],
  },
  { collection: 'audit_log', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ at: -1 }, { name: 'newest' })
schema.index({ words: 1, at: -1 }, { name: 'words_newest' })

/** The stored log. There is no way to delete an entry, nor to change what it says of staff. */
export interface AuditRepository {
  insert(tx: Transaction | null, entry: NewAuditEntry): Promise<void>
  /** Newest first; every word of the search must be one of the entry's. */
  list(query: {
    readonly search: string
    readonly limit: number
    readonly offset: number
  }): Promise<readonly AuditEntry[]>
  count(search: string): Promise<number>
  /** The only change of an entry: a person who asked to be forgotten is blanked in it. */
  redact(rewrite: (text: string) => string): Promise<void>
}

function toEntry(document: AuditDocument): AuditEntry {
  const { _id: id, at, action, subject, address, changes } = document
  return {
    id,
    at,
    action,
    subject,
    address,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  }
}

function filterFor(search: string) {
  const words = searchedWords(search)
  return words.length === 0 ? {} : { $and: words.map((word) => ({ words: trusted({ $eq: word }) })) }
}

export function createAuditRepository(database: Database, clock: Clock): AuditRepository {
  const entries = database.connection.model('AuditEntry', schema)
  return {
    async insert(tx, { action, subject, address, changes = [] }) {
      await entries.insertOne(
        {
          _id: randomUUID(),
          at: clock.now(),
          action,
          subject,
          address,
          changes: [...changes],
          words: auditWords({ action, subject, address }),
        },
        { session: tx?.session },
      )
    },
    async list({ search, limit, offset }) {
      const documents = await entries
        .find(filterFor(search))
        .sort({ at: -1, _id: -1 })
        .skip(offset)
        .limit(limit)
        .lean<AuditDocument[]>()
      return documents.map(toEntry)
    },
    count: (search) => entries.countDocuments(filterFor(search)),
    async redact(rewrite) {
      await rewriteCollection(database, database.collection<AuditDocument>('audit_log'), (entry) => {
        const { subject, changes } = rewriteTexts({ subject: entry.subject, changes: entry.changes }, rewrite)
        return { subject, changes, words: auditWords({ ...entry, subject }) }
      })
    },
  }
}
