import { randomUUID } from 'node:crypto'
import { trusted } from 'mongoose'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { optionalText, part, text, time } from '#platform/database/fields'
import type { JobContext } from '#platform/jobs/jobs'
import type { AskedActions, AskedEntry } from '../audit.api.ts'
import { auditWords, searchedWords, type AuditChange, type AuditEntry, type NewAuditEntry } from '../domain/audit.ts'

interface StoredActor {
  id: string
  name: string
}

interface AuditDocument {
  _id: string
  at: Date
  action: string
  subject: string | null
  /** Absent in entries from before people had access of their own. */
  actor?: StoredActor | null
  address: string
  changes: { field: string; before: string | null; after: string | null }[]
  words: string[]
}

const auditEntryModel = defineModel<AuditDocument>({
  collection: 'audit_log',
  indexes: [
    { key: { at: -1, _id: -1 }, name: 'newest_first' },
    { key: { subject: 1, at: -1, _id: -1 }, name: 'subject_newest_first' },
    { key: { words: 1, at: -1, _id: -1 }, name: 'words_newest_first' },
  ],
  fields: () => ({
    _id: text,
    at: time,
    action: text,
    subject: optionalText,
    actor: { type: part<StoredActor>({ id: text, name: text }), default: null },
    address: text,
    changes: [part<AuditChange>({ field: text, before: optionalText, after: optionalText })],
    words: [String],
  }),
})

const NEWEST_FIRST = { at: -1, _id: -1 } as const
/** How many are read without a pause. */
const STREAM_BATCH = 100

/** The stored log: entries are added, and none is ever changed or deleted. */
export interface AuditRepository {
  insert(tx: Transaction | null, entry: NewAuditEntry): Promise<void>
  /** Inserts the entry of a job once, however often the job runs, with the time of the event. */
  insertOnce(job: Pick<JobContext, 'jobId' | 'createdAt'>, entry: NewAuditEntry): Promise<void>
  /** Newest first; every word of the search must be one of the entry's. */
  list(query: {
    readonly search: string
    readonly limit: number
    readonly offset: number
  }): Promise<readonly AuditEntry[]>
  /** The same entries as `list` without a page, read in batches as the caller consumes them. */
  stream(search: string): AsyncIterable<AuditEntry>
  /** Counts no further than `limit`. */
  count(search: string, limit: number): Promise<number>
  /** The newest entries of one subject. */
  listOfSubject(subject: string, limit: number): Promise<readonly AuditEntry[]>
  findLatest(asked: AskedEntry): Promise<AuditEntry | null>
  listSince(tx: Transaction, asked: AskedActions): Promise<readonly AuditEntry[]>
}

function toDocument(id: string, at: Date, { action, subject, by, changes = [] }: NewAuditEntry): AuditDocument {
  const words = auditWords({ action, subject, by })
  const actor = by.person === null ? null : { id: by.person.id, name: by.person.name }
  return { _id: id, at, action, subject, actor, address: by.address, changes: [...changes], words }
}

function toEntry(document: AuditDocument): AuditEntry {
  const { _id: id, at, action, subject, actor = null, address, changes } = document
  return {
    id,
    at,
    action,
    subject,
    by: { person: actor === null ? null : { id: actor.id, name: actor.name }, address },
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  }
}

function filterFor(search: string) {
  const words = searchedWords(search)
  return words.length === 0 ? {} : { $and: words.map((word) => ({ words: trusted({ $eq: word }) })) }
}

export function createAuditRepository(database: Database, clock: Clock): AuditRepository {
  const entries = database.model(auditEntryModel)
  return {
    async insert(tx, entry) {
      await entries().insertOne(toDocument(randomUUID(), clock.now(), entry), { session: tx?.session })
    },
    async insertOnce({ jobId, createdAt }, entry) {
      try {
        await entries().insertOne(toDocument(jobId, createdAt, entry))
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },
    async list({ search, limit, offset }) {
      const documents = await entries()
        .find(filterFor(search))
        .sort(NEWEST_FIRST)
        .skip(offset)
        .limit(limit)
        .lean<AuditDocument[]>()
      return documents.map(toEntry)
    },
    async listOfSubject(subject, limit) {
      const documents = await entries().find({ subject }).sort(NEWEST_FIRST).limit(limit).lean<AuditDocument[]>()
      return documents.map(toEntry)
    },
    async findLatest({ subject, action, until }) {
      const document = await entries()
        .findOne({ subject, action, at: trusted({ $lte: until }) })
        .sort(NEWEST_FIRST)
        .lean<AuditDocument>()
      return document === null ? null : toEntry(document)
    },
    async listSince(tx, { action, subjects, after }) {
      const documents = await entries()
        .find({ subject: trusted({ $in: [...subjects] }), action, at: trusted({ $gt: after }) })
        .session(tx.session)
        .lean<AuditDocument[]>()
      return documents.map(toEntry)
    },
    async *stream(search) {
      const cursor = entries()
        .find(filterFor(search))
        .sort(NEWEST_FIRST)
        .lean<AuditDocument[]>()
        .cursor({ batchSize: STREAM_BATCH })
      for await (const document of cursor) yield toEntry(document as AuditDocument)
    },
    count: (search, limit) => entries().countDocuments(filterFor(search), { limit }),
  }
}
