import { trusted } from 'mongoose'
import { compareNames } from '#platform/text/compare-names'
import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { number, optionalText, optionalTime, part, text, time } from '#platform/database/fields'
import type { Passkey } from '../domain/passkey.ts'
import type { Invitation, StaffAccount, StaffCredentials } from '../domain/staff-account.ts'
import type { StaffRole } from '../domain/staff-person.ts'
import { StaffAddressTaken } from '../errors.ts'

interface StaffAccountDocument extends Omit<StaffAccount, 'id' | 'invitation' | 'credentials'> {
  _id: string
  invitation: Invitation | null
  /** Credentials of earlier versions have no passkeys. */
  credentials: (Omit<StaffCredentials, 'passkeys'> & { passkeys?: readonly Passkey[] }) | null
}

const passkey = () =>
  part<Passkey>({
    id: text,
    name: text,
    publicKey: text,
    counter: number,
    transports: [String],
    addedAt: time,
    lastUsedAt: optionalTime,
  })
const staffAccountModel = defineModel<StaffAccountDocument>({
  collection: 'staff_accounts',
  indexes: [
    { key: { email: 1 }, name: 'email', unique: true },
    { key: { 'invitation.digest': 1 }, name: 'invitation' },
  ],
  fields: () => ({
    _id: text,
    name: text,
    email: text,
    role: text,
    invitedAt: time,
    invitation: {
      type: part<Invitation>({ id: text, digest: optionalText, expiresAt: time }),
      default: null,
    },
    credentials: {
      type: part<StaffCredentials>({
        passwordHash: text,
        sealedSecret: text,
        lastStep: number,
        recoveryDigests: [String],
        passkeys: [passkey()],
      }),
      default: null,
    },
    lastSeenAt: optionalTime,
    endedAt: optionalTime,
  }),
})

/** The proof that a sign-in was checked against; it counts only while all of it is still what is stored. */
export type CheckedProof = { readonly passwordHash: string } & (
  | { readonly step: number; readonly resealedSecret: string | null }
  | { readonly recoveryDigest: string }
)

export interface StaffAccountRepository {
  /** @throws StaffAddressTaken */
  insert(tx: Transaction, account: StaffAccount): Promise<void>
  find(id: string, tx?: Transaction): Promise<StaffAccount | null>
  findByEmail(email: string, tx?: Transaction): Promise<StaffAccount | null>
  findByInvitation(digest: string, tx?: Transaction): Promise<StaffAccount | null>
  /** Everybody, by name. */
  list(): Promise<readonly StaffAccount[]>
  /** How many have access, or an invitation to it. */
  countWithAccess(): Promise<number>
  set(
    tx: Transaction,
    id: string,
    changes: Partial<Pick<StaffAccount, 'role' | 'invitation' | 'credentials' | 'lastSeenAt' | 'endedAt'>>,
  ): Promise<void>
  /** Stores the digest of the link that is about to be mailed; false when the invitation is not the latest any more. */
  setInvitationDigest(invitationId: string, digest: string): Promise<boolean>
  /** Uses up a code, once; false when it was used, or the account has another password or none by now. */
  useProof(tx: Transaction, id: string, proof: CheckedProof, now: Date): Promise<boolean>
  /** False when the password is another one by now. */
  savePassword(tx: Transaction, id: string, hashes: { readonly old: string; readonly new: string }): Promise<boolean>
  noteSeen(id: string, now: Date): Promise<void>
  delete(tx: Transaction, id: string): Promise<void>
}

function toAccount({ _id: id, invitation, credentials, ...rest }: StaffAccountDocument): StaffAccount {
  const { name, email, role, invitedAt, lastSeenAt, endedAt } = rest
  return {
    id,
    name,
    email,
    role: role as StaffRole,
    invitedAt,
    invitation,
    credentials: credentials === null ? null : { ...credentials, passkeys: credentials.passkeys ?? [] },
    lastSeenAt,
    endedAt,
  }
}

export function createStaffAccountRepository(database: Database): StaffAccountRepository {
  const accounts = database.model(staffAccountModel)

  async function findOne(filter: Partial<Record<string, string>>, tx?: Transaction): Promise<StaffAccount | null> {
    const document = await accounts().findOne(filter, null, { session: tx?.session }).lean<StaffAccountDocument>()
    return document === null ? null : toAccount(document)
  }

  return {
    async insert(tx, { id, ...account }) {
      try {
        await accounts().insertOne({ _id: id, ...account } as StaffAccountDocument, { session: tx.session })
      } catch (error) {
        throw isDuplicateKey(error) ? new StaffAddressTaken() : error
      }
    },
    find: (id, tx) => findOne({ _id: id }, tx),
    findByEmail: (email, tx) => findOne({ email }, tx),
    findByInvitation: (digest, tx) => findOne({ 'invitation.digest': digest }, tx),
    async list() {
      const documents = await accounts().find().sort({ _id: 1 }).lean<StaffAccountDocument[]>()
      return documents.map(toAccount).toSorted((one, other) => compareNames(one.name, other.name))
    },
    countWithAccess: () =>
      accounts().countDocuments({
        $or: [{ credentials: trusted({ $ne: null }) }, { invitation: trusted({ $ne: null }) }],
      }),
    async set(tx, id, changes) {
      await accounts().updateOne({ _id: id }, { $set: changes }, { session: tx.session })
    },
    async setInvitationDigest(invitationId, digest) {
      const result = await accounts().updateOne(
        { 'invitation.id': invitationId },
        { $set: { 'invitation.digest': digest } },
      )
      return result.matchedCount === 1
    },
    async useProof(tx, id, { passwordHash, ...proof }, now) {
      const account = { _id: id, 'credentials.passwordHash': passwordHash }
      if ('recoveryDigest' in proof) {
        // Read in the same transaction: of two codes at once, one is tried again after the other.
        const digests = (await findOne(account, tx))?.credentials?.recoveryDigests ?? []
        if (!digests.includes(proof.recoveryDigest)) return false
        const left = digests.filter((digest) => digest !== proof.recoveryDigest)
        const set = { 'credentials.recoveryDigests': left, lastSeenAt: now }
        return (await accounts().updateOne(account, { $set: set }, { session: tx.session })).matchedCount === 1
      }
      const result = await accounts().updateOne(
        { ...account, 'credentials.lastStep': trusted({ $lt: proof.step }) },
        {
          $set: {
            'credentials.lastStep': proof.step,
            ...(proof.resealedSecret === null ? {} : { 'credentials.sealedSecret': proof.resealedSecret }),
            lastSeenAt: now,
          },
        },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async savePassword(tx, id, hashes) {
      const result = await accounts().updateOne(
        { _id: id, 'credentials.passwordHash': hashes.old },
        { $set: { 'credentials.passwordHash': hashes.new } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async noteSeen(id, now) {
      await accounts().updateOne({ _id: id }, { $set: { lastSeenAt: now } })
    },
    async delete(tx, id) {
      await accounts().deleteOne({ _id: id }, { session: tx.session })
    },
  }
}
