import type { Collection, Database, IndexDescription, Transaction } from '#platform/database/database'
import { HOUR_MS } from '#platform/time/durations'
import { MAX_SESSIONS, type Session } from '../domain/session.ts'

interface SessionDocument {
  _id: string
  userId: string
  /** Sessions of earlier versions, which end within seven days, have none of the three optional fields. */
  device?: string | null
  createdAt: Date
  lastSeenAt?: Date | null
  expiresAt: Date
  passwordChoiceUntil?: Date | null
}

const INDEXES: readonly IndexDescription[] = [
  { key: { userId: 1 }, name: 'user' },
  { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
]

/** The collection of all sessions, and its indexes. */
export function sessionCollection(database: Database): Collection<SessionDocument> {
  return database.collection('sessions', INDEXES)
}

/** Where customers are signed in: one row for each token that was issued. */
export interface SessionRepository {
  /** Adds a session; the customer's oldest end when there are more than 20. */
  insert(session: Session, tx?: Transaction): Promise<void>
  find(id: string, tx?: Transaction): Promise<Session | null>
  findMany(ids: readonly string[]): Promise<readonly Session[]>
  noteSeen(id: string, now: Date): Promise<void>
  /** Uses up the right to choose a password. Returns false when the session has none any more. */
  endPasswordChoice(tx: Transaction, id: string, now: Date): Promise<boolean>
  delete(id: string, tx?: Transaction): Promise<void>
  /** Signs a customer out everywhere but in one session; without one, everywhere. Resolves to how many there were. */
  deleteOthers(tx: Transaction, userId: string, keptId: string | null): Promise<number>
  /** A customer's sessions, the newest first, also those that are over and not yet deleted. */
  listOfUser(userId: string, tx?: Transaction): Promise<readonly Session[]>
}

function toSession({ _id: id, userId, createdAt, expiresAt, ...rest }: SessionDocument): Session {
  return {
    id,
    userId,
    device: rest.device ?? null,
    createdAt,
    // As if it had been used until an hour ago: the next use notes when.
    lastSeenAt: rest.lastSeenAt ?? new Date(Math.max(createdAt.getTime(), Date.now() - HOUR_MS)),
    expiresAt,
    passwordChoiceUntil: rest.passwordChoiceUntil ?? null,
  }
}

export function createSessionRepository(database: Database): SessionRepository {
  const sessions = sessionCollection(database)

  async function listOfUser(userId: string, tx?: Transaction): Promise<readonly Session[]> {
    const found = sessions.find({ userId }, { session: tx?.session }).sort({ createdAt: -1 })
    return (await found.toArray()).map(toSession)
  }

  return {
    async insert({ id, ...session }, tx) {
      await sessions.insertOne({ _id: id, ...session }, { session: tx?.session })
      const surplus = (await listOfUser(session.userId, tx)).slice(MAX_SESSIONS).map((old) => old.id)
      if (surplus.length > 0) await sessions.deleteMany({ _id: { $in: surplus } }, { session: tx?.session })
    },
    async find(id, tx) {
      const document = await sessions.findOne({ _id: id }, { session: tx?.session })
      return document === null ? null : toSession(document)
    },
    async findMany(ids) {
      return (await sessions.find({ _id: { $in: [...ids] } }).toArray()).map(toSession)
    },
    async noteSeen(id, now) {
      await sessions.updateOne({ _id: id }, { $set: { lastSeenAt: now } })
    },
    async endPasswordChoice(tx, id, now) {
      const result = await sessions.updateOne(
        { _id: id, passwordChoiceUntil: { $gt: now } },
        { $set: { passwordChoiceUntil: null } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async delete(id, tx) {
      await sessions.deleteOne({ _id: id }, { session: tx?.session })
    },
    async deleteOthers(tx, userId, keptId) {
      const others = keptId === null ? {} : { _id: { $ne: keptId } }
      return (await sessions.deleteMany({ userId, ...others }, { session: tx.session })).deletedCount
    },
    listOfUser,
  }
}
