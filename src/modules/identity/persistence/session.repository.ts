import type { Database, Transaction } from '#platform/database/database'
import type { Session } from '../domain/user.ts'
import { sessionModel } from './session.model.ts'

export interface SessionRepository {
  insert(session: Session, now: Date, tx?: Transaction): Promise<void>
  find(id: string): Promise<Session | null>
  delete(id: string): Promise<void>
}

export function createSessionRepository(database: Database): SessionRepository {
  const sessions = sessionModel(database.connection)
  return {
    async insert({ id, userId, expiresAt }, now, tx) {
      await sessions.insertOne({ _id: id, userId, expiresAt, createdAt: now }, { session: tx?.session })
    },
    async find(id) {
      const document = await sessions.findById(id).lean()
      return document === null ? null : { id: document._id, userId: document.userId, expiresAt: document.expiresAt }
    },
    async delete(id) {
      await sessions.deleteOne({ _id: id })
    },
  }
}
