import { compareNames } from '#platform/text/compare-names'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { number, text, time } from '#platform/database/fields'
import { MAX_SAVED_REPLIES, type SavedReply } from '../domain/saved-reply.ts'

interface SavedReplyDocument extends Omit<SavedReply, 'id'> {
  _id: string
}

const savedReplyModel = defineModel<SavedReplyDocument>({
  collection: 'saved_replies',
  indexes: [],
  fields: () => ({ _id: text, name: text, text, version: number, changedAt: time, changedBy: text }),
})

export interface SavedReplyRepository {
  /** By name. */
  list(): Promise<readonly SavedReply[]>
  count(tx: Transaction): Promise<number>
  find(tx: Transaction | null, id: string): Promise<SavedReply | null>
  insert(tx: Transaction, reply: SavedReply): Promise<void>
  replace(tx: Transaction, reply: SavedReply): Promise<void>
  delete(tx: Transaction, id: string): Promise<void>
}

function toReply({ _id: id, ...reply }: SavedReplyDocument): SavedReply {
  return { id, ...reply }
}

export function createSavedReplyRepository(database: Database): SavedReplyRepository {
  const replies = database.model(savedReplyModel)
  return {
    async list() {
      const documents = await replies().find({}).sort({ _id: 1 }).limit(MAX_SAVED_REPLIES).lean<SavedReplyDocument[]>()
      return documents.map(toReply).toSorted((one, other) => compareNames(one.name, other.name))
    },
    count: (tx) => replies().countDocuments({}, { session: tx.session }),
    async find(tx, id) {
      const document = await replies().findById(id, null, { session: tx?.session }).lean<SavedReplyDocument>()
      return document === null ? null : toReply(document)
    },
    async insert(tx, { id, ...reply }) {
      await replies().insertOne({ _id: id, ...reply }, { session: tx.session })
    },
    async replace(tx, { id, ...reply }) {
      await replies().updateOne({ _id: id }, { $set: reply }, { session: tx.session })
    },
    async delete(tx, id) {
      await replies().deleteOne({ _id: id }, { session: tx.session })
    },
  }
}
