import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressBookFull, AddressNotFound } from '../errors.ts'
import {
  addAddress,
  changeAddress,
  inReadingOrder,
  removeAddress,
  type AddressBook,
  type AddressInput,
} from './address-book.ts'

const input = (isDefault = false): AddressInput => ({
  type: 'shipping',
  firstName: 'Ada',
  lastName: 'Byron',
  company: null,
  address: '12 Elm Street',
  address2: null,
  city: 'Springfield',
  state: 'IL',
  zipCode: '62704',
  country: 'US',
  phone: null,
  isDefault,
})
const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const defaultsOf = (book: AddressBook) => book.filter(({ isDefault }) => isDefault).map(({ id }) => id)

describe('the address book', () => {
  it('has exactly one default after any sequence of changes', () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'change', 'remove'),
      at: fc.nat(25),
      isDefault: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let book: AddressBook = []
        steps.forEach(({ kind, at, isDefault }, number) => {
          const id = book[at % Math.max(book.length, 1)]?.id
          if (kind === 'add' && book.length < 20)
            book = addAddress(book, input(isDefault), `a${number}`, day(number + 1))
          else if (kind === 'change' && id !== undefined)
            book = changeAddress(book, id, input(isDefault), day(number + 1))
          else if (kind === 'remove' && id !== undefined) book = removeAddress(book, id)
          expect(defaultsOf(book)).toHaveLength(book.length === 0 ? 0 : 1)
        })
      }),
    )
  })

  it('leaves untouched addresses as they are, so that only what differs is written', () => {
    const first = addAddress([], input(), 'a', day(1))
    const both = addAddress(first, input(), 'b', day(2))
    expect(both[0]).toBe(first[0])
    expect(defaultsOf(addAddress(both, input(true), 'c', day(3)))).toEqual(['c'])
  })

  it('keeps its default when a change only clears the flag', () => {
    const book = addAddress(addAddress([], input(), 'a', day(1)), input(), 'b', day(2))
    expect(defaultsOf(changeAddress(book, 'a', input(false), day(3)))).toEqual(['a'])
  })

  it('makes the newest the default when the default is removed, and lists it first', () => {
    const book = ['a', 'b', 'c'].reduce<AddressBook>(
      (kept, id, index) => addAddress(kept, input(), id, day(index + 1)),
      [],
    )
    expect(inReadingOrder(removeAddress(book, 'a')).map(({ id }) => id)).toEqual(['c', 'b'])
  })

  it('takes at most 20 addresses, and finds only its own', () => {
    const full = Array.from({ length: 20 }, (_, index) => index).reduce<AddressBook>(
      (kept, index) => addAddress(kept, input(), `a${index}`, day(1)),
      [],
    )
    expect(() => addAddress(full, input(), 'one more', day(2))).toThrow(AddressBookFull)
    expect(() => removeAddress(full, 'another')).toThrow(AddressNotFound)
    expect(() => changeAddress(full, 'another', input(), day(2))).toThrow(AddressNotFound)
  })
})
