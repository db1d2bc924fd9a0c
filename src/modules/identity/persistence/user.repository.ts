import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import type { SavedList } from '../domain/saved-cart.ts'
import type { EmailProof, Profile, User } from '../domain/user.ts'
import { EmailTaken } from '../errors.ts'
import { toDocument, toUser, userCollection } from './user-document.ts'

/** Customers: who they are, and the lock on what belongs to one. */
export interface UserRepository {
  find(id: string, tx?: Transaction): Promise<User | null>
  findMany(ids: readonly string[]): Promise<readonly User[]>
  findByEmail(email: string): Promise<User | null>
  isEmailTaken(email: string): Promise<boolean>
  /** @throws EmailTaken when another customer has this address */
  insert(tx: Transaction, user: User, passwordHash: string, proof: EmailProof): Promise<void>
  saveProfile(tx: Transaction, id: string, profile: Omit<Profile, 'email'>, now: Date): Promise<void>
  delete(tx: Transaction, id: string): Promise<void>
  /**
   * Locks what belongs to a customer until the transaction ends. Returns false when the customer is deleted, or has
   * another password than the one that was checked.
   */
  lock(tx: Transaction, id: string, checkedPasswordHash?: string): Promise<boolean>
  /** How many times one of the customer's lists was saved. */
  findVersion(id: string, list: SavedList): Promise<number>
  /** Locks like `lock` for a save of one of the lists, and counts it. Null when the customer is deleted. */
  lockAndCount(tx: Transaction, id: string, list: SavedList): Promise<number | null>
}

const VERSION_FIELDS = { cart: 'cartVersion', wishlist: 'wishlistVersion' } as const

export function createUserRepository(database: Database): UserRepository {
  const users = userCollection(database)

  return {
    async find(id, tx) {
      const document = await users.findOne({ _id: id }, { session: tx?.session })
      return document === null ? null : toUser(document)
    },
    async findMany(ids) {
      return (await users.find({ _id: { $in: [...ids] } }).toArray()).map(toUser)
    },
    async findByEmail(email) {
      const document = await users.findOne({ email })
      return document === null ? null : toUser(document)
    },
    async isEmailTaken(email) {
      return (await users.findOne({ email }, { projection: { _id: 1 } })) !== null
    },
    async insert(tx, user, passwordHash, proof) {
      const insert = users.insertOne(toDocument(user, passwordHash, proof), { session: tx.session })
      await refusingDuplicates(insert, () => new EmailTaken())
    },
    async saveProfile(tx, id, { firstName, lastName, phone }, now) {
      // First, while the stored number is the one before.
      const isOther = { _id: id, phone: { $ne: phone } }
      await users.updateOne(isOther, { $set: { phoneSince: now } }, { session: tx.session })
      const change = { firstName, lastName, phone, updatedAt: now }
      await users.updateOne({ _id: id }, { $set: change }, { session: tx.session })
    },
    async delete(tx, id) {
      await users.deleteOne({ _id: id }, { session: tx.session })
    },
    async lock(tx, id, checkedPasswordHash) {
      const filter = { _id: id, ...(checkedPasswordHash !== undefined && { password: checkedPasswordHash }) }
      const result = await users.updateOne(filter, { $inc: { revision: 1 } }, { session: tx.session })
      return result.matchedCount === 1
    },
    async findVersion(id, list) {
      const field = VERSION_FIELDS[list]
      const document = await users.findOne({ _id: id }, { projection: { [field]: 1 } })
      return document?.[field] ?? 0
    },
    async lockAndCount(tx, id, list) {
      const field = VERSION_FIELDS[list]
      const count = { $inc: { revision: 1, [field]: 1 } }
      const document = await users.findOneAndUpdate({ _id: id }, count, {
        session: tx.session,
        returnDocument: 'after',
      })
      return document?.[field] ?? null
    },
  }
}
