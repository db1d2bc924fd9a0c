import { Schema, trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { optionalText, part, text, time } from '#platform/database/fields'
import type { InboxChange, Message, MessageKind } from '../domain/message.ts'

interface MessageDocument extends Omit<Message, 'reference' | 'fields' | 'notes'> {
  _id: string
  fields: { label: string; value: string }[]
  notes: { at: Date; text: string }[]
  expiresAt: Date
}

/** Support communications are kept for 3 years (specification 2, section 9). */
const KEPT_MS = 3 * 365 * 24 * 3600 * 1000
const ERASED = 'erased'
/** What is left of an erased message beside its time and kind. */
const NOBODY = { from: ERASED, email: null, subject: ERASED, fields: [], notes: [], assignee: null }

const schema = new Schema<MessageDocument>(
  {
    _id: text,
    kind: text,
    from: text,
    email: optionalText,
    subject: text,
    fields: [new Schema({ label: text, value: { type: String, default: '' } }, part)],
    state: { type: String, default: 'open' },
    assignee: optionalText,
    notes: [new Schema({ at: time, text }, part)],
    receivedAt: time,
    dueAt: time,
    expiresAt: time,
  },
  { collection: 'messages', versionKey: false },
)
schema.index({ receivedAt: -1, _id: 1 }, { name: 'newest_first' })
schema.index({ state: 1, receivedAt: -1, _id: 1 }, { name: 'state_newest_first' })
schema.index({ email: 1 }, { name: 'email' })
schema.index({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 })

export interface MessageFilter {
  readonly state?: Message['state']
  readonly kind?: MessageKind
}

export interface MessageRepository {
  insert(tx: Transaction, message: Message): Promise<void>
  find(tx: Transaction | null, reference: string): Promise<Message | null>
  /** Newest first, and how many match over all pages. */
  list(
    query: MessageFilter & { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly messages: readonly Message[]; readonly total: number }>
  /** How many are open, and how many of them should have been answered before `now`. */
  countOpen(now: Date): Promise<{ readonly open: number; readonly late: number }>
  change(tx: Transaction, reference: string, change: InboxChange, now: Date): Promise<void>
  listOfEmail(email: string): Promise<readonly Message[]>
  findMany(references: readonly string[]): Promise<readonly Message[]>
  /** All messages, one after the other, for rare work in the background. */
  all(): AsyncIterable<Message>
  /** Erases everything that was sent with this address; time and kind of the messages stay. */
  eraseOfEmail(email: string): Promise<void>
  /** The same for one message. */
  erase(tx: Transaction, reference: string): Promise<void>
  /** Replaces the words of a message. */
  rewrite(
    tx: Transaction,
    reference: string,
    words: Pick<Message, 'from' | 'subject' | 'fields' | 'notes'>,
  ): Promise<void>
}

function toMessage({ _id: reference, expiresAt: _expiry, ...message }: MessageDocument): Message {
  return { reference, ...message }
}

export function createMessageRepository(database: Database): MessageRepository {
  const messages = database.connection.model('Message', schema)
  return {
    async insert(tx, { reference, fields, notes, ...rest }) {
      const expiresAt = new Date(rest.receivedAt.getTime() + KEPT_MS)
      await messages.insertOne(
        { _id: reference, ...rest, fields: [...fields], notes: [...notes], expiresAt },
        { session: tx.session },
      )
    },
    async find(tx, reference) {
      const document = await messages.findById(reference, null, { session: tx?.session }).lean<MessageDocument>()
      return document === null ? null : toMessage(document)
    },
    async list({ state, kind, limit, offset }) {
      const filter = { ...(state === undefined ? {} : { state }), ...(kind === undefined ? {} : { kind }) }
      const [documents, total] = await Promise.all([
        messages.find(filter).sort({ receivedAt: -1, _id: 1 }).skip(offset).limit(limit).lean<MessageDocument[]>(),
        messages.countDocuments(filter),
      ])
      return { messages: documents.map(toMessage), total }
    },
    async countOpen(now) {
      const [open, late] = await Promise.all([
        messages.countDocuments({ state: 'open' }),
        messages.countDocuments({ state: 'open', dueAt: trusted({ $lt: now }) }),
      ])
      return { open, late }
    },
    async change(tx, reference, { state, assignee, note }, now) {
      const set = { ...(state === undefined ? {} : { state }), ...(assignee === undefined ? {} : { assignee }) }
      const update = {
        ...(Object.keys(set).length === 0 ? {} : { $set: set }),
        ...(note === undefined ? {} : { $push: { notes: { at: now, text: note } } }),
      }
      if (Object.keys(update).length > 0) await messages.updateOne({ _id: reference }, update, { session: tx.session })
    },
    async listOfEmail(email) {
      if (!email) return []
      return (await messages.find({ email }).sort({ receivedAt: -1 }).lean<MessageDocument[]>()).map(toMessage)
    },
    async findMany(references) {
      const filter = { _id: trusted({ $in: [...references] }) }
      return (await messages.find(filter).lean<MessageDocument[]>()).map(toMessage)
    },
    async *all() {
      for await (const document of messages.find({}).lean<MessageDocument[]>().cursor())
        yield toMessage(document as MessageDocument)
    },
    async eraseOfEmail(email) {
      if (email) await messages.updateMany({ email }, { $set: NOBODY })
    },
    async erase(tx, reference) {
      await messages.updateOne({ _id: reference }, { $set: NOBODY }, { session: tx.session })
    },
    async rewrite(tx, reference, { from, subject, fields, notes }) {
      const words = { from, subject, fields: [...fields], notes: [...notes] }
      await messages.updateOne({ _id: reference }, { $set: words }, { session: tx.session })
    },
  }
}
