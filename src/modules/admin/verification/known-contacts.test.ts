import { describe, expect, it } from 'vitest'
import type { SavedAddress, User } from '#modules/identity'
import type { Order } from '#modules/orders'
import { knownContacts } from './known-contacts.ts'

const on = (day: number) => new Date(Date.UTC(2026, 2, day))
const REQUESTED = on(20)
const AN_ADDRESS = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address2: null,
  city: 'Springfield',
  state: 'IL',
  zipCode: '62704',
  country: 'US',
}

/** What is known of somebody of whom something came into the account on each of these days. */
function known(days: readonly number[], ownedSince: User['ownedSince']) {
  const addressOf = (what: string, day: number) => ({ ...AN_ADDRESS, address: `${day} ${what} Road` })
  const orders = days.map((day) => ({
    id: day,
    createdAt: on(day),
    customerPhone: `order ${day}`,
    shippingAddress: addressOf('Order', day),
  })) as unknown as readonly Order[]
  const book = days.map((day) => ({
    ...addressOf('Book', day),
    phone: `book ${day}`,
    updatedAt: on(day),
  })) as unknown as readonly SavedAddress[]
  const account = { phone: `profile ${days[0]}`, phoneSince: on(days[0] ?? 1), ownedSince }
  const { phones, addresses } = knownContacts({ orders, book, account }, REQUESTED)
  return {
    phones: phones.map(({ lines }) => lines[0]),
    addresses: addresses.map(({ lines }) => lines[1]),
  }
}

describe('the contacts by which staff verify a person', () => {
  it('are those of orders, address book and profile from before the request', () => {
    expect(known([19, 20, 21], null)).toEqual({
      phones: ['order 19', 'book 19', 'profile 19'],
      addresses: ['19 Order Road', '19 Book Road'],
    })
  })

  it('are none from before the owner proved an address with which a stranger may have opened the account', () => {
    expect(known([10, 12, 13, 19], on(12))).toEqual({
      phones: ['order 13', 'order 19', 'book 13', 'book 19'],
      addresses: ['13 Order Road', '19 Order Road', '13 Book Road', '19 Book Road'],
    })
    expect(known([13], on(12)).phones).toContain('profile 13')
  })
})
