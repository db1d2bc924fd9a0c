import { Schema, trusted, type Connection, type Model } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { text, time } from '#platform/database/fields'
import type { Session } from '../domain/user.ts'

interface SessionDocument {
  _id: string
  userId: string
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<SessionDocument>(
  {
    _id: text,
    userId: text,
    createdAt: time,
    expiresAt: time,
  },
  { collection: 'sessions', versionKey: false },
)
schema.index({ userId: 1 }, { name: 'user' })
schema.index({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 })

export function sessionModel(connection: Connection): Model<SessionDocument> {
  return connection.model('Session', schema)
}

export interface SessionRepository {
  insert(session: Session, now: Date, tx?: Transaction): Promise<void>
  findMany(ids: readonly string[]): Promise<readonly Session[]>
  delete(id: string): Promise<void>
  /** Signs a customer out everywhere but in one session; without one, everywhere. */
  deleteOthers(tx: Transaction, userId: string, keptId: string | null): Promise<void>
  listOfUser(userId: string): Promise<readonly { readonly createdAt: Date; readonly expiresAt: Date }[]>
}

export function createSessionRepository(database: Database): SessionRepository {
  const sessions = sessionModel(database.connection)
  return {
    async insert({ id, userId, expiresAt }, now, tx) {
      await sessions.insertOne({ _id: id, userId, expiresAt, createdAt: now }, { session: tx?.session })
    },
    async findMany(ids) {
      const documents = await sessions.find({ _id: trusted({ $in: [...ids] }) }).lean()
      return documents.map(({ _id: id, userId, expiresAt }) => ({ id, userId, expiresAt }))
    },
    async delete(id) {
      await sessions.deleteOne({ _id: id })
    },
    async deleteOthers(tx, userId, keptId) {
      await sessions.deleteMany(
        { userId, ...(keptId === null ? {} : { _id: trusted({ $ne: keptId }) }) },
        { session: tx.session },
      )
    },
    async listOfUser(userId) {
      const documents = await sessions.find({ userId }).sort({ createdAt: -1 }).limit(1000).lean()
      return documents.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt }))
    },
  }
}
