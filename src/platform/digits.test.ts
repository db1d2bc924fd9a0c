import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupDigits } from './digits.ts'

test('whole numbers read as people in the United States write them', () => {
  expect(groupDigits(0)).toBe('0')
  expect(groupDigits(999)).toBe('999')
  expect(groupDigits(1000)).toBe('1,000')
  expect(groupDigits(-1234567)).toBe('-1,234,567')
  fc.assert(fc.property(fc.maxSafeInteger(), (whole) => groupDigits(whole) === whole.toLocaleString('en-US')))
})
