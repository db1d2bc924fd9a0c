import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { hashThatNothingFits } from '../domain/unusable-password.ts'
import type { SavedList } from '../domain/saved-cart.ts'
import type { EmailProof, Profile, User } from '../domain/user.ts'
import { EmailNotAvailable, EmailTaken } from '../errors.ts'
import { userModel, type UserDocument } from './user.model.ts'

export interface UserRepository {
  find(id: string, tx?: Transaction): Promise<User | null>
  findMany(ids: readonly string[]): Promise<readonly User[]>
  findByEmail(email: string): Promise<User | null>
  isEmailTaken(email: string): Promise<boolean>
  /** The customer with this address together with the hash of their password. */
  findCredentials(email: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>
  /** @throws EmailTaken when another customer has this address */
  insert(tx: Transaction, user: User, passwordHash: string, proof: EmailProof): Promise<void>
  /** Returns false when the address or the password was changed after it had been checked. */
  noteSignIn(
    id: string,
    checked: { readonly email: string; readonly passwordHash: string },
    now: Date,
  ): Promise<boolean>
  findPasswordHash(id: string): Promise<string | null>
  /** Returns false when the password is no longer the one that was checked. */
  savePassword(
    tx: Transaction,
    id: string,
    hashes: { readonly old: string; readonly new: string },
    now: Date,
  ): Promise<boolean>
  /** A password whose predecessor was not asked for. */
  setPassword(tx: Transaction, id: string, hash: string, now: Date): Promise<void>
  /**
   * The customer who proves an address by signing in with a code from its mailbox, as they were before; links that were
   * sent to prove it are used up. Null when nobody has the address.
   */
  proveByCode(tx: Transaction, email: string, now: Date): Promise<User | null>
  /** No password fits any more, and what came into the account before counts as a stranger's (`ownedSince`). */
  distrust(tx: Transaction, id: string, now: Date): Promise<void>
  saveProfile(tx: Transaction, id: string, profile: Omit<Profile, 'email'>, now: Date): Promise<void>
  /** Another address, which is proved. @throws EmailNotAvailable when another customer has it */
  saveProvedEmail(tx: Transaction, id: string, email: string, now: Date): Promise<void>
  /** A new link to prove the address; the one before stops working. Returns false when the address is already proved. */
  saveProof(tx: Transaction, id: string, proof: EmailProof): Promise<boolean>
  /** Proves the address that a link was sent to; the link is used up. Null when it is unknown, used or too old. */
  proveEmail(tx: Transaction, digest: string, now: Date): Promise<UsedProof | null>
  /** Uses a link up without proving the address that it was sent to. Null as above. */
  useUpProof(tx: Transaction, digest: string, now: Date): Promise<UsedProof | null>
  /**
   * Locks what belongs to a customer until the transaction ends. Returns false when the customer is deleted, or has
   * another password than the one that was checked.
   */
  lock(tx: Transaction, id: string, checkedPasswordHash?: string): Promise<boolean>
  /** How many times one of the customer's lists was saved. */
  findVersion(id: string, list: SavedList): Promise<number>
  /** Locks like `lock` for a save of one of the lists, and counts it. Null when the customer is deleted. */
  lockAndCount(tx: Transaction, id: string, list: SavedList): Promise<number | null>
  delete(tx: Transaction, id: string): Promise<void>
  /** The accounts that were not used since a time; one pass over all of them. */
  unused(before: Date): AsyncIterable<UnusedAccount>
  /** Returns the customer to tell; null when they were told, or signed in, meanwhile. */
  announceEnd(tx: Transaction, account: UnusedAccount, now: Date): Promise<User | null>
  /** Deletes a customer who was told so, and returns them; null when they signed in meanwhile. */
  deleteEnded(tx: Transaction, account: UnusedAccount): Promise<User | null>
}

/** Whose address a link would prove, and until when it would have counted. */
export interface UsedProof {
  readonly userId: string
  readonly expiresAt: Date
}

/** An account as it was read: it is told or deleted only as long as it is still like this. */
export interface UnusedAccount {
  readonly id: string
  readonly lastLoginAt: Date | null
  /** When its customer was told that it ends; null when they were not. */
  readonly endAnnouncedAt: Date | null
  /** The last sign-in, or the sign-up where there was none. */
  readonly usedAt: Date
}

type UsedAccount = Pick<UserDocument, '_id' | 'lastLoginAt' | 'endAnnouncedAt' | 'createdAt'>

const READ_AT_ONCE = 500

function toUser(document: UserDocument): User {
  return {
    id: document._id,
    email: document.email,
    firstName: document.firstName,
    lastName: document.lastName,
    phone: document.phone,
    phoneSince: document.phoneSince ?? document.updatedAt,
    ownedSince: document.ownedSince ?? null,
    profileImageUrl: document.profileImageUrl,
    isEmailVerified: document.isEmailVerified,
    createdAt: document.createdAt,
  }
}

export function createUserRepository(database: Database): UserRepository {
  const users = database.model(userModel)
  const rows = database.collection<UserDocument>('users')

  async function useUp(tx: Transaction, digest: string, change: typeof PROVED | typeof NO_PROOF, now: Date) {
    const document = await users()
      .findOneAndUpdate(
        { emailVerificationToken: digest, emailVerificationExpires: trusted({ $gt: now }) },
        { $set: { ...change, updatedAt: now } },
        { session: tx.session },
      )
      .lean()
    return document === null ? null : { userId: document._id, expiresAt: document.emailVerificationExpires ?? now }
  }

  return {
    async find(id, tx) {
      const document = await users().findById(id, null, { session: tx?.session }).lean()
      return document === null ? null : toUser(document)
    },
    async findMany(ids) {
      return (await rows.find({ _id: { $in: [...ids] } }).toArray()).map(toUser)
    },
    async findByEmail(email) {
      const document = await rows.findOne({ email })
      return document === null ? null : toUser(document)
    },
    async isEmailTaken(email) {
      return (await users().exists({ email })) !== null
    },
    async findCredentials(email) {
      const document = await users().findOne({ email }).lean()
      return document === null ? null : { user: toUser(document), passwordHash: document.password }
    },
    async insert(tx, { id, createdAt, ...fields }, passwordHash, proof) {
      const times = { lastLoginAt: createdAt, createdAt, updatedAt: createdAt }
      const document = { ...fields, ...times, _id: id, password: passwordHash, ...proofFields(proof) }
      await refusingDuplicates(users().insertOne(document, { session: tx.session }), () => new EmailTaken())
    },
    async noteSignIn(id, { email, passwordHash }, now) {
      // The revision makes it a write also when the time stands there already (two sign-ins in one millisecond): an
      // update that changes nothing would not wait for a change of the credentials that is under way.
      const note = { $set: { lastLoginAt: now }, $unset: STAYS, $inc: { revision: 1 } }
      const result = await users().updateOne({ _id: id, email, password: passwordHash }, note)
      return result.matchedCount === 1
    },
    async findPasswordHash(id) {
      const document = await users().findById(id, { password: 1 }).lean()
      return document?.password ?? null
    },
    async savePassword(tx, id, hashes, now) {
      const change = { $set: { password: hashes.new, updatedAt: now } }
      const result = await users().updateOne({ _id: id, password: hashes.old }, change, { session: tx.session })
      return result.matchedCount === 1
    },
    async setPassword(tx, id, hash, now) {
      await users().updateOne({ _id: id }, { $set: { password: hash, updatedAt: now } }, { session: tx.session })
    },
    async proveByCode(tx, email, now) {
      const document = await users()
        .findOneAndUpdate(
          { email },
          { $set: { ...PROVED, lastLoginAt: now, updatedAt: now }, $unset: STAYS },
          { session: tx.session },
        )
        .lean()
      return document === null ? null : toUser(document)
    },
    async distrust(tx, id, now) {
      const document = await users().findById(id, { password: 1 }, { session: tx.session }).lean()
      if (document === null) return
      const change = { password: hashThatNothingFits(document.password), ownedSince: now }
      await users().updateOne({ _id: id }, { $set: change }, { session: tx.session })
    },
    async saveProfile(tx, id, { firstName, lastName, phone }, now) {
      const change = { $set: { firstName, lastName, phone, updatedAt: now } }
      // First, while the stored number is the one before.
      const isOther = { _id: id, phone: trusted({ $ne: phone }) }
      await users().updateOne(isOther, { $set: { phoneSince: now } }, { session: tx.session })
      await users().updateOne({ _id: id }, change, { session: tx.session })
    },
    async saveProvedEmail(tx, id, email, now) {
      const change = { $set: { ...PROVED, email, updatedAt: now } }
      await refusingDuplicates(
        users().updateOne({ _id: id }, change, { session: tx.session }).exec(),
        () => new EmailNotAvailable(),
      )
    },
    async saveProof(tx, id, proof) {
      const result = await users().updateOne(
        { _id: id, isEmailVerified: false },
        { $set: proofFields(proof) },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    proveEmail: (tx, digest, now) => useUp(tx, digest, PROVED, now),
    useUpProof: (tx, digest, now) => useUp(tx, digest, NO_PROOF, now),
    async lock(tx, id, checkedPasswordHash) {
      const password = checkedPasswordHash === undefined ? {} : { password: checkedPasswordHash }
      const result = await users().updateOne(
        { _id: id, ...password },
        { $inc: { revision: 1 } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async findVersion(id, list) {
      const field = VERSION_FIELDS[list]
      const document = await rows.findOne({ _id: id }, { projection: { [field]: 1 } })
      return document?.[field] ?? 0
    },
    async lockAndCount(tx, id, list) {
      const field = VERSION_FIELDS[list]
      const document = await users()
        .findOneAndUpdate(
          { _id: id },
          { $inc: { revision: 1, [field]: 1 } },
          { session: tx.session, returnDocument: 'after' },
        )
        .lean()
      return document?.[field] ?? null
    },
    async delete(tx, id) {
      await users().deleteOne({ _id: id }, { session: tx.session })
    },
    async *unused(before) {
      // Without a filter the built-in database reads some hundred accounts at a time: it has no index of ranges of times,
      // and looks at all of them at once for one.
      const projection = { lastLoginAt: 1, endAnnouncedAt: 1, createdAt: 1 } as const
      const all = rows.find<UsedAccount>({}, { projection, batchSize: READ_AT_ONCE })
      for await (const { _id: id, lastLoginAt, endAnnouncedAt = null, createdAt } of all)
        if ((lastLoginAt ?? createdAt) < before)
          yield { id, lastLoginAt, endAnnouncedAt, usedAt: lastLoginAt ?? createdAt }
    },
    async announceEnd(tx, { id, lastLoginAt }, now) {
      const document = await users()
        .findOneAndUpdate(
          { _id: id, lastLoginAt, endAnnouncedAt: null },
          { $set: { endAnnouncedAt: now } },
          { session: tx.session },
        )
        .lean()
      return document === null ? null : toUser(document)
    },
    async deleteEnded(tx, { id, lastLoginAt, endAnnouncedAt }) {
      const document = await users()
        .findOneAndDelete({ _id: id, lastLoginAt, endAnnouncedAt }, { session: tx.session })
        .lean()
      return document === null ? null : toUser(document)
    },
  }
}

const VERSION_FIELDS = { cart: 'cartVersion', wishlist: 'wishlistVersion' } as const

/** No link proves the address. */
const NO_PROOF = { emailVerificationToken: null, emailVerificationExpires: null } as const

/** An address that is proved; its links are used up. */
const PROVED = { isEmailVerified: true, ...NO_PROOF } as const

/** Removed by every sign-in: an account that is used does not end. */
const STAYS = { endAnnouncedAt: '' } as const

function proofFields({ digest, expiresAt }: EmailProof) {
  return { emailVerificationToken: digest, emailVerificationExpires: expiresAt }
}
