import { expect, test } from 'vitest'
import { DEFAULT_PHONE, memberSince, totalSpent } from './account-summary.ts'

test('what was spent is the sum of all orders, to the cent', () => {
  expect(totalSpent([])).toBe('0.00')
  expect(totalSpent([{ totalAmount: '0.10' }, { totalAmount: '0.20' }, { totalAmount: '1279.00' }])).toBe('1279.30')
})

test('a customer is a member since the year of the account, or since 2025', () => {
  expect(memberSince('2024-06-30T12:00:00.000Z')).toBe(2024)
  expect(memberSince(undefined)).toBe(2025)
  expect(memberSince('no date')).toBe(2025)
})

test('a customer without a phone number is shown with the specified one', () => {
  expect(DEFAULT_PHONE).toBe('555-0123')
})
