import { Schema } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { text, time } from '#platform/database/fields'
import { OWNER } from '../domain/staff-person.ts'
import type { StaffSession } from '../domain/staff-session.ts'

interface StaffSessionDocument {
  _id: string
  openedAt: Date
  expiresAt: Date
}

const schema = new Schema<StaffSessionDocument>(
  {
    _id: text,
    openedAt: time,
    expiresAt: time,
  },
  { collection: 'admin_sessions', versionKey: false },
)
schema.index({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 })

export interface StaffSessionRepository {
  insert(tx: Transaction, session: StaffSession): Promise<void>
  find(id: string): Promise<StaffSession | null>
  /** Resolves to whether there was one. */
  delete(tx: Transaction, id: string): Promise<boolean>
  /** Resolves to how many there were. */
  deleteAll(tx: Transaction): Promise<number>
}

export function createStaffSessionRepository(database: Database): StaffSessionRepository {
  const sessions = database.connection.model('StaffSession', schema)
  return {
    async insert(tx, { id, openedAt, expiresAt }) {
      await sessions.insertOne({ _id: id, openedAt, expiresAt }, { session: tx.session })
    },
    async find(id) {
      const document = await sessions.findById(id).lean()
      return document === null
        ? null
        : { id: document._id, person: OWNER, openedAt: document.openedAt, expiresAt: document.expiresAt }
    },
    async delete(tx, id) {
      return (await sessions.deleteOne({ _id: id }, { session: tx.session })).deletedCount > 0
    },
    async deleteAll(tx) {
      return (await sessions.deleteMany({}, { session: tx.session })).deletedCount
    },
  }
}
