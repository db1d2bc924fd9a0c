import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { NoteMade } from '#platform/database/repeatable-calls'
import {
  addAddress,
  changeAddress,
  findAddress,
  inReadingOrder,
  removeAddress,
  type AddressBook,
  type AddressInput,
  type SavedAddress,
} from '../domain/address-book.ts'
import { CustomerGone } from '../errors.ts'
import type { AddressRepository } from '../persistence/address.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A customer's own addresses: every call names the customer and reaches only their own. */
export interface AddressBookUseCases {
  /** The default first, then the newest. */
  list(customerId: string): Promise<AddressBook>
  /** The first address becomes the default. @throws AddressBookFull at 20 */
  add(customerId: string, input: AddressInput, note?: NoteMade): Promise<SavedAddress>
  /** @throws AddressNotFound, also for another customer's */
  get(customerId: string, id: string): Promise<SavedAddress>
  /** @throws AddressNotFound, also for another customer's */
  change(customerId: string, id: string, input: AddressInput): Promise<SavedAddress>
  /** When the default is removed, the newest one becomes the default. @throws AddressNotFound, also for another customer's */
  remove(customerId: string, id: string): Promise<void>
}

export function createAddressBookUseCases(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'lock'>
  readonly addresses: AddressRepository
}): AddressBookUseCases {
  const { database, clock, users, addresses } = deps

  /** Serializes changes per customer, so that two concurrent ones leave exactly one default. */
  function rewrite(
    customerId: string,
    change: (book: AddressBook) => AddressBook,
    also: (tx: Transaction) => Promise<void> = async () => {},
  ): Promise<AddressBook> {
    return database.transaction(async (tx) => {
      if (!(await users.lock(tx, customerId))) throw new CustomerGone()
      const before = await addresses.find(customerId, tx)
      const after = change(before)
      await addresses.save(tx, customerId, before, after)
      await also(tx)
      return after
    })
  }

  return {
    list: async (customerId) => inReadingOrder(await addresses.find(customerId)),
    async add(customerId, input, note) {
      const id = randomUUID()
      const add = (book: AddressBook) => addAddress(book, input, id, clock.now())
      return findAddress(await rewrite(customerId, add, (tx) => note?.(tx, id) ?? Promise.resolve()), id)
    },
    get: async (customerId, id) => findAddress(await addresses.find(customerId), id),
    async change(customerId, id, input) {
      return findAddress(await rewrite(customerId, (book) => changeAddress(book, id, input, clock.now())), id)
    },
    async remove(customerId, id) {
      await rewrite(customerId, (book) => removeAddress(book, id))
    },
  }
}
