import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalText, part, text, time } from '#platform/database/fields'
import { HANDLED_KEPT_MS, handledFields, handledFilter, handledUpdate } from '#platform/database/handled-entries'
import { MAX_COUNTED, readLongPage } from '#platform/shared-kernel/found-page'
import type { HandledQuery, HandlingChange, Reply } from '#platform/shared-kernel/handled-entry'
import { searchKeysOf } from '../domain/inbox-search.ts'
import type { Message, MessageKind } from '../domain/message.ts'

export interface MessageDocument extends Omit<
  Message,
  'reference' | 'fields' | 'notes' | 'replies' | 'version' | 'assigneeId'
> {
  _id: string
  fields: { label: string; value: string }[]
  notes: { at: Date; text: string }[]
  /** Absent in messages of an earlier version of the shop that nobody has answered. */
  replies?: Reply[]
  version?: number
  /** Absent where a process of a version before wrote it. */
  assigneeId?: string | null
  /** What staff find it by, see `searchKeysOf`. */
  searchKeys: string[]
  expiresAt: Date
}

const ERASED = 'erased'
/** What is left of an erased message beside its time and kind. */
const NOBODY = {
  from: ERASED,
  email: null,
  subject: ERASED,
  fields: [],
  notes: [],
  replies: [],
  searchKeys: [],
  assignee: null,
  assigneeId: null,
}

/** It counts as a change, so that staff who still see the words add none to what is erased. */
const ERASURE = { $set: NOBODY, $inc: { version: 1 } } as const

const messageModel = defineModel<MessageDocument>({
  collection: 'messages',
  indexes: [
    { key: { receivedAt: -1, _id: 1 }, name: 'newest_first' },
    { key: { state: 1, receivedAt: -1, _id: 1 }, name: 'state_newest_first' },
    { key: { assigneeId: 1, receivedAt: -1, _id: 1 }, name: 'owner_newest_first' },
    { key: { email: 1 }, name: 'email' },
    { key: { searchKeys: 1 }, name: 'search' },
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
  ],
  fields: () => ({
    _id: text,
    kind: text,
    from: text,
    email: optionalText,
    subject: text,
    fields: [part({ label: text, value: { type: String, default: '' } })],
    ...handledFields(),
    expiresAt: time,
  }),
})

export interface MessageFilter extends HandledQuery {
  readonly kind?: MessageKind
}

export interface MessageRepository {
  insert(tx: Transaction, message: Message): Promise<void>
  find(tx: Transaction | null, reference: string): Promise<Message | null>
  /** Newest first, and how many match, see `readLongPage`. */
  list(
    query: MessageFilter & { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly messages: readonly Message[]; readonly total: number }>
  /** How many are open, and how many of them should have been answered before `now`; each at most 1,000. */
  countOpen(now: Date): Promise<{ readonly open: number; readonly late: number }>
  change(tx: Transaction, reference: string, change: HandlingChange, now: Date): Promise<void>
  listOfEmail(email: string): Promise<readonly Message[]>
  findMany(references: readonly string[]): Promise<readonly Message[]>
  /** All messages, one after the other, for rare work in the background. */
  all(): AsyncIterable<Message>
  /**
   * Erases everything that was sent with this address; time and kind of the messages stay.
   * @param ownedUntil since when the address is somebody else's; null when it is not
   */
  eraseOfEmail(email: string, ownedUntil: Date | null): Promise<void>
  /** The same for one message. */
  erase(tx: Transaction, reference: string): Promise<void>
  /** Replaces the words of a message. */
  rewrite(
    tx: Transaction,
    reference: string,
    words: Pick<Message, 'from' | 'subject' | 'fields' | 'notes' | 'replies'>,
  ): Promise<void>
}

function toMessage({ _id, expiresAt: _expiry, searchKeys: _keys, ...message }: MessageDocument): Message {
  const { replies = [], version = 0, assigneeId = null } = message
  return { ...message, reference: _id, replies, version, assigneeId }
}

function filterOf({ kind, ...query }: MessageFilter) {
  return { ...(kind === undefined ? {} : { kind }), ...handledFilter(query) }
}

export function createMessageRepository(database: Database): MessageRepository {
  const messages = database.model(messageModel)
  return {
    async insert(tx, message) {
      const { reference, fields, notes, replies, ...rest } = message
      const expiresAt = new Date(rest.receivedAt.getTime() + HANDLED_KEPT_MS)
      await messages().insertOne(
        {
          _id: reference,
          ...rest,
          fields: [...fields],
          notes: [...notes],
          replies: [...replies],
          searchKeys: searchKeysOf(message),
          expiresAt,
        },
        { session: tx.session },
      )
    },
    async find(tx, reference) {
      const document = await messages().findById(reference, null, { session: tx?.session }).lean<MessageDocument>()
      return document === null ? null : toMessage(document)
    },
    async list({ limit, offset, ...asked }) {
      const filter = filterOf(asked)
      const { rows, total } = await readLongPage(
        { limit, offset },
        {
          list: () =>
            messages()
              .find(filter)
              .sort({ receivedAt: -1, _id: 1 })
              .skip(offset)
              .limit(limit)
              .lean<MessageDocument[]>(),
          count: (most) => messages().countDocuments(filter, { limit: most }),
        },
      )
      return { messages: rows.map(toMessage), total }
    },
    async countOpen(now) {
      const [open, late] = await Promise.all([
        messages().countDocuments({ state: 'open' }, { limit: MAX_COUNTED }),
        messages().countDocuments(filterOf({ overdueAt: now }), { limit: MAX_COUNTED }),
      ])
      return { open, late }
    },
    async change(tx, reference, change, now) {
      await messages().updateOne({ _id: reference }, handledUpdate(change, now), { session: tx.session })
    },
    async listOfEmail(email) {
      if (!email) return []
      return (await messages().find({ email }).sort({ receivedAt: -1 }).lean<MessageDocument[]>()).map(toMessage)
    },
    async findMany(references) {
      const filter = { _id: trusted({ $in: [...references] }) }
      return (await messages().find(filter).lean<MessageDocument[]>()).map(toMessage)
    },
    async *all() {
      for await (const document of messages().find({}).lean<MessageDocument[]>().cursor())
        yield toMessage(document as MessageDocument)
    },
    async eraseOfEmail(email, ownedUntil) {
      const own = ownedUntil === null ? { email } : { email, receivedAt: trusted({ $lte: ownedUntil }) }
      if (email) await messages().updateMany(own, ERASURE)
    },
    async erase(tx, reference) {
      await messages().updateOne({ _id: reference }, ERASURE, { session: tx.session })
    },
    async rewrite(tx, reference, { from, subject, fields, notes, replies }) {
      const kept = await messages().findById(reference, { email: 1 }, { session: tx.session }).lean<MessageDocument>()
      const searchKeys = searchKeysOf({ reference, from, email: kept?.email ?? null, subject, fields })
      const words = { from, subject, fields: [...fields], notes: [...notes], replies: [...replies], searchKeys }
      await messages().updateOne({ _id: reference }, { $set: words, $inc: { version: 1 } }, { session: tx.session })
    },
  }
}
