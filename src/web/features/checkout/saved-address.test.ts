import { expect, test } from 'vitest'
import type { SavedAddress } from '#contracts/account'
import { anOrder } from '../../testing/an-order.ts'
import { fieldsOfSaved, isInBook, isUntouched } from './saved-address.ts'

const saved: SavedAddress = {
  ...anOrder().shippingAddress,
  id: 'a',
  type: 'shipping',
  company: null,
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
