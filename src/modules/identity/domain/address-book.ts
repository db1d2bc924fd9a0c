import { AddressBookFull, AddressNotFound } from '../errors.ts'

/** So many addresses can be kept. */
export const MOST_ADDRESSES = 20

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

/** What is asked for: the default of a book moves by naming another one, it cannot be taken back. */
export interface AddressWish extends AddressDetails {
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

/** The book with one more address; the first becomes the default by itself. @throws AddressBookFull */
export function addAddress(book: AddressBook, wish: AddressWish, id: string, now: Date): AddressBook {
  if (book.length >= MOST_ADDRESSES) throw new AddressBookFull(MOST_ADDRESSES)
  const added: SavedAddress = { ...wish, id, createdAt: now, updatedAt: now }
  return withOneDefault([...book, added], wish.isDefault ? id : null)
}

/** The book with one address written anew. @throws AddressNotFound */
export function changeAddress(book: AddressBook, id: string, wish: AddressWish, now: Date): AddressBook {
  const old = findAddress(book, id)
  const changed: SavedAddress = { ...wish, isDefault: old.isDefault, id, createdAt: old.createdAt, updatedAt: now }
  return withOneDefault(
    book.map((address) => (address.id === id ? changed : address)),
    wish.isDefault ? id : null,
  )
}

/** The book without one address; after the default the newest one is it. @throws AddressNotFound */
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
