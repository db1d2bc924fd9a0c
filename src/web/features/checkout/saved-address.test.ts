import { expect, test } from 'vitest'
import type { SavedAddress } from '#contracts/account'
import { fieldsOfSaved, isInBook, isUntouched } from './saved-address.ts'

const saved: SavedAddress = {
  id: 'a',
  type: 'shipping',
  firstName: 'Ada',
  lastName: 'Marlow',
  company: null,
  address: '12 Quire Lane',
  address2: null,
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
  phone: null,
  isDefault: true,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
}

test('an address with only the profile’s name counts as untouched', () => {
  const empty = {
    firstName: 'Ada',
    lastName: 'Marlow',
    address: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '',
    country: 'US',
  }
  const profile = { firstName: 'Ada', lastName: 'Marlow' }
  expect(isUntouched(empty, profile)).toBe(true)
  expect(isUntouched({ ...empty, city: 'Tulsa' }, profile)).toBe(false)
  expect(isUntouched({ ...empty, firstName: 'Grace' }, profile), 'a present for somebody else').toBe(false)
})

test('a saved address is not saved twice', () => {
  const typed = fieldsOfSaved(saved)
  expect(isInBook([saved], { ...typed, address: '12 QUIRE LANE ' })).toBe(true)
  expect(isInBook([saved], { ...typed, address2: 'Apt 4' })).toBe(false)
  expect(isInBook([], typed)).toBe(false)
})
