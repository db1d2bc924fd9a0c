import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalText, text, time } from '#platform/database/fields'
import type { AddressBook, SavedAddress } from '../domain/address-book.ts'

interface AddressDocument extends Omit<SavedAddress, 'id'> {
  _id: string
  userId: string
}

const addressModel = defineModel<AddressDocument>({
  collection: 'addresses',
  indexes: [{ key: { userId: 1 }, name: 'customer' }],
  fields: () => ({
    _id: text,
    userId: text,
    type: text,
    firstName: text,
    lastName: text,
    company: optionalText,
    address: text,
    address2: optionalText,
    city: text,
    state: text,
    zipCode: text,
    country: { type: String, default: 'US' },
    phone: optionalText,
    isDefault: { type: Boolean, default: false },
    createdAt: time,
    updatedAt: time,
  }),
})

/** The address books of customers, each read and written as a whole. */
export interface AddressRepository {
  /** A customer's whole address book; with a transaction, as that transaction sees it. */
  find(userId: string, tx?: Transaction): Promise<AddressBook>
  /** Writes what differs between the book as it was read and as it is to be. */
  save(tx: Transaction, userId: string, before: AddressBook, after: AddressBook): Promise<void>
  deleteAll(tx: Transaction, userId: string): Promise<void>
}

function toAddress({ _id: id, userId: _owner, ...details }: AddressDocument): SavedAddress {
  return { id, ...details }
}

export function createAddressRepository(database: Database): AddressRepository {
  const addresses = database.model(addressModel)
  return {
    async find(userId, tx) {
      const documents = await addresses().find({ userId }, null, { session: tx?.session }).lean()
      return documents.map(toAddress)
    },
    async save(tx, userId, before, after) {
      const { session } = tx
      const old = new Map(before.map((address) => [address.id, address]))
      const kept = new Set(after.map(({ id }) => id))
      for (const { id } of before) {
        if (!kept.has(id)) await addresses().deleteOne({ _id: id, userId }, { session })
      }
      for (const address of after) {
        const { id, ...details } = address
        if (!old.has(id)) await addresses().insertOne({ _id: id, userId, ...details }, { session })
        else if (old.get(id) !== address)
          await addresses().updateOne({ _id: id, userId }, { $set: details }, { session })
      }
    },
    async deleteAll(tx, userId) {
      await addresses().deleteMany({ userId }, { session: tx.session })
    },
  }
}
