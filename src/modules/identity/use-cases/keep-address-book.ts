import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import {
  addAddress,
  changeAddress,
  findAddress,
  inReadingOrder,
  removeAddress,
  type AddressBook,
  type AddressWish,
  type SavedAddress,
} from '../domain/address-book.ts'
import { CustomerGone } from '../errors.ts'
import type { AddressRepository } from '../persistence/address.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'

/** A customer's own addresses: every call names the customer, so nobody reaches another one's. */
export interface AddressBookKeeping {
  /** The default first, then the newest. */
  list(customerId: string): Promise<AddressBook>
  /** The first address becomes the default by itself. @throws AddressBookFull at 20 */
  add(customerId: string, wish: AddressWish): Promise<SavedAddress>
  /** @throws AddressNotFound, also for somebody else's */
  change(customerId: string, id: string, wish: AddressWish): Promise<SavedAddress>
  /** After the default, the newest one becomes it. @throws AddressNotFound, also for somebody else's */
  remove(customerId: string, id: string): Promise<void>
}

export function createAddressBookKeeping(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'takeTurn'>
  readonly addresses: AddressRepository
}): AddressBookKeeping {
  const { database, clock, users, addresses } = deps

  /** One change after the other, so that two at once leave exactly one default too. */
  function rewrite(customerId: string, change: (book: AddressBook) => AddressBook): Promise<AddressBook> {
    return database.transaction(async (tx) => {
      if (!(await users.takeTurn(tx, customerId))) throw new CustomerGone()
      const before = await addresses.find(customerId, tx)
      const after = change(before)
      await addresses.save(tx, customerId, before, after)
      return after
    })
  }

  return {
    list: async (customerId) => inReadingOrder(await addresses.find(customerId)),
    async add(customerId, wish) {
      const id = randomUUID()
      return findAddress(await rewrite(customerId, (book) => addAddress(book, wish, id, clock.now())), id)
    },
    async change(customerId, id, wish) {
      return findAddress(await rewrite(customerId, (book) => changeAddress(book, id, wish, clock.now())), id)
    },
    async remove(customerId, id) {
      await rewrite(customerId, (book) => removeAddress(book, id))
    },
  }
}
