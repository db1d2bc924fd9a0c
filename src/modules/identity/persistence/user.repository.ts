import type { Database, Transaction } from '#platform/database/database'
import type { User } from '../domain/user.ts'
import { userModel, type UserDocument } from './user.model.ts'

export interface UserRepository {
  find(id: string): Promise<User | null>
  isEmailTaken(email: string): Promise<boolean>
  /** The customer with this address together with the hash of their password. */
  findCredentials(email: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>
  /** Fails as a duplicate (see `isDuplicate`) when somebody has this address already. */
  insert(tx: Transaction, user: User, passwordHash: string): Promise<void>
  noteSignIn(id: string, now: Date): Promise<void>
}

/** Whether a write failed because another document has the same unique value. */
export function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000
}

function toUser(document: UserDocument): User {
  return {
    id: document._id,
    email: document.email,
    firstName: document.firstName,
    lastName: document.lastName,
    phone: document.phone,
    profileImageUrl: document.profileImageUrl,
    isEmailVerified: document.isEmailVerified,
    createdAt: document.createdAt,
  }
}

export function createUserRepository(database: Database): UserRepository {
  const users = userModel(database.connection)
  return {
    async find(id) {
      const document = await users.findById(id).lean()
      return document === null ? null : toUser(document)
    },
    async isEmailTaken(email) {
      return (await users.exists({ email })) !== null
    },
    async findCredentials(email) {
      const document = await users.findOne({ email }).lean()
      return document === null ? null : { user: toUser(document), passwordHash: document.password }
    },
    async insert(tx, { id, createdAt, ...facts }, passwordHash) {
      await users.insertOne(
        { ...facts, _id: id, password: passwordHash, lastLoginAt: createdAt, createdAt, updatedAt: createdAt },
        { session: tx.session },
      )
    },
    async noteSignIn(id, now) {
      await users.updateOne({ _id: id }, { $set: { lastLoginAt: now } })
    },
  }
}
