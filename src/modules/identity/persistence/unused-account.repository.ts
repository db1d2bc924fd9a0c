import type { Database, Transaction } from '#platform/database/database'
import type { User } from '../domain/user.ts'
import { toUser, userCollection, type UserDocument } from './user-document.ts'

/** An account as it was read: its end is announced, and it is deleted, only as long as it is still like this. */
export interface UnusedAccount {
  readonly id: string
  readonly lastLoginAt: Date | null
  /** When its customer was told that it ends; null when they were not. */
  readonly endAnnouncedAt: Date | null
  /** The last sign-in, or the sign-up where there was none. */
  readonly usedAt: Date
}

/** Accounts that end because nobody uses them. */
export interface UnusedAccountRepository {
  /** Those that were not used since a time; one pass over all accounts. */
  list(before: Date): AsyncIterable<UnusedAccount>
  /** Returns the customer to tell; null when they were told, or signed in, meanwhile. */
  announceEnd(tx: Transaction, account: UnusedAccount, now: Date): Promise<User | null>
  /** Deletes a customer who was told so, and returns them; null when they signed in meanwhile. */
  deleteEnded(tx: Transaction, account: UnusedAccount): Promise<User | null>
}

type UsedAccount = Pick<UserDocument, '_id' | 'lastLoginAt' | 'endAnnouncedAt' | 'createdAt'>

const READ_AT_ONCE = 500

export function createUnusedAccountRepository(database: Database): UnusedAccountRepository {
  const users = userCollection(database)

  return {
    async *list(before) {
      // Without a filter the built-in database reads some hundred accounts at a time: it has no index of ranges of times,
      // and looks at all of them at once for one.
      const projection = { lastLoginAt: 1, endAnnouncedAt: 1, createdAt: 1 } as const
      const all = users.find<UsedAccount>({}, { projection, batchSize: READ_AT_ONCE })
      for await (const { _id: id, lastLoginAt, endAnnouncedAt = null, createdAt } of all) {
        const usedAt = lastLoginAt ?? createdAt
        if (usedAt < before) yield { id, lastLoginAt, endAnnouncedAt, usedAt }
      }
    },
    async announceEnd(tx, { id, lastLoginAt }, now) {
      const document = await users.findOneAndUpdate(
        { _id: id, lastLoginAt, endAnnouncedAt: null },
        { $set: { endAnnouncedAt: now } },
        { session: tx.session },
      )
      return document === null ? null : toUser(document)
    },
    async deleteEnded(tx, { id, lastLoginAt, endAnnouncedAt }) {
      const filter = { _id: id, lastLoginAt, endAnnouncedAt }
      const document = await users.findOneAndDelete(filter, { session: tx.session })
      return document === null ? null : toUser(document)
    },
  }
}
