import { AddressBookFull, AddressNotFound } from '../errors.ts'

/** The most addresses of one customer. */
const MAX_ADDRESSES = 20

/** What is typed of an address. */
export interface AddressDetails {
  readonly type: 'shipping' | 'billing'
  readonly firstName: string
  readonly lastName: string
  readonly company: string | null
  readonly address: string
  readonly address2: string | null
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly country: string
  readonly phone: string | null
}

/** An address as its owner keeps it (specification 2, section 3). */
export interface SavedAddress extends AddressDetails {
  readonly id: string
  readonly isDefault: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The fields of a request. `isDefault: false` does not unset the default; making another address the default does. */
export interface AddressInput extends AddressDetails {
  readonly isDefault: boolean
}

/** All addresses of one customer: none, or exactly one of them the default. */
export type AddressBook = readonly SavedAddress[]

/** The default first, then the newest: the order in which people look for them. */
export function inReadingOrder(book: AddressBook): AddressBook {
  return book.toSorted(
    (a, b) =>
      Number(b.isDefault) - Number(a.isDefault) ||
      b.createdAt.getTime() - a.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
}

/** The book with one more address; the first becomes the default. @throws AddressBookFull */
export function addAddress(book: AddressBook, input: AddressInput, id: string, now: Date): AddressBook {
  if (book.length >= MAX_ADDRESSES) throw new AddressBookFull(MAX_ADDRESSES)
  const added: SavedAddress = { ...input, id, createdAt: now, updatedAt: now }
  return withOneDefault([...book, added], input.isDefault ? id : null)
}

/** The book with one address changed. @throws AddressNotFound */
export function changeAddress(book: AddressBook, id: string, input: AddressInput, now: Date): AddressBook {
  const old = findAddress(book, id)
  const changed: SavedAddress = { ...input, isDefault: old.isDefault, id, createdAt: old.createdAt, updatedAt: now }
  return withOneDefault(
    book.map((address) => (address.id === id ? changed : address)),
    input.isDefault ? id : null,
  )
}

/** The book without one address; if it was the default, the newest one becomes the default. @throws AddressNotFound */
export function removeAddress(book: AddressBook, id: string): AddressBook {
  findAddress(book, id)
  return withOneDefault(
    book.filter((address) => address.id !== id),
    null,
  )
}

/** @throws AddressNotFound */
export function findAddress(book: AddressBook, id: string): SavedAddress {
  const found = book.find((address) => address.id === id)
  if (found === undefined) throw new AddressNotFound()
  return found
}

function withOneDefault(book: AddressBook, wanted: string | null): AddressBook {
  const chosen = wanted ?? book.find((address) => address.isDefault)?.id ?? inReadingOrder(book)[0]?.id
  return book.map((address) =>
    address.isDefault === (address.id === chosen) ? address : { ...address, isDefault: address.id === chosen },
  )
}
