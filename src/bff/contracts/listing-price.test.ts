import { expect, test } from 'vitest'
import { readAmount } from './listing-price.ts'

test('leading zeros of a typed price say nothing', () => {
  expect(readAmount('00000250')).toBe('250')
  expect(readAmount('$0,001,299.50')).toBe('1299.50')
  expect(readAmount('12345678')).toBeNull()
  expect(readAmount('0')).toBe('0')
})
