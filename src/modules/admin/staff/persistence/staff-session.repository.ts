import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalText, optionalTime, text, time } from '#platform/database/fields'
import type { StoredStaffSession } from '../domain/staff-session.ts'

interface StaffSessionDocument {
  _id: string
  /** Sessions of earlier versions, which end within a day, have none of these three. */
  personId?: string | null
  device?: string | null
  lastSeenAt?: Date | null
  openedAt: Date
  expiresAt: Date
}

const staffSessionModel = defineModel<StaffSessionDocument>({
  collection: 'admin_sessions',
  indexes: [
    { key: { personId: 1 }, name: 'person' },
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
  ],
  fields: () => ({
    _id: text,
    personId: optionalText,
    device: optionalText,
    lastSeenAt: optionalTime,
    openedAt: time,
    expiresAt: time,
  }),
})

export interface StaffSessionRepository {
  insert(tx: Transaction, session: StoredStaffSession): Promise<void>
  find(id: string): Promise<StoredStaffSession | null>
  /** The open sessions of a person, or of the gate's password, the one that was used last first. */
  listOf(personId: string | null, now: Date): Promise<readonly StoredStaffSession[]>
  noteSeen(id: string, now: Date): Promise<void>
  /** Resolves to whether there was one. */
  delete(tx: Transaction, id: string): Promise<boolean>
  /** Ends a person's sessions but for one; without one, all. Resolves to how many there were. */
  deleteOf(tx: Transaction, personId: string | null, keptId: string | null): Promise<number>
  /** Resolves to how many there were. */
  deleteAll(tx: Transaction): Promise<number>
}

function toSession(document: StaffSessionDocument): StoredStaffSession {
  const { _id: id, personId = null, device = null, lastSeenAt, openedAt, expiresAt } = document
  return { id, personId, device, openedAt, lastSeenAt: lastSeenAt ?? openedAt, expiresAt }
}

export function createStaffSessionRepository(database: Database): StaffSessionRepository {
  const sessions = database.model(staffSessionModel)
  return {
    async insert(tx, { id, ...session }) {
      await sessions().insertOne({ _id: id, ...session }, { session: tx.session })
    },
    async find(id) {
      const document = await sessions().findById(id).lean()
      return document === null ? null : toSession(document)
    },
    async listOf(personId, now) {
      const found = sessions().find({ personId, expiresAt: trusted({ $gt: now }) })
      return (await found.sort({ lastSeenAt: -1 }).lean()).map(toSession)
    },
    async noteSeen(id, now) {
      await sessions().updateOne({ _id: id }, { $set: { lastSeenAt: now } })
    },
    async delete(tx, id) {
      return (await sessions().deleteOne({ _id: id }, { session: tx.session })).deletedCount > 0
    },
    async deleteOf(tx, personId, keptId) {
      const others = keptId === null ? {} : { _id: trusted({ $ne: keptId }) }
      return (await sessions().deleteMany({ personId, ...others }, { session: tx.session })).deletedCount
    },
    async deleteAll(tx) {
      return (await sessions().deleteMany({}, { session: tx.session })).deletedCount
    },
  }
}
