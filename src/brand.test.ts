import { expect, it } from 'vitest'
import { formatDateTime } from './brand.ts'

it('a time in a mail says by which clock it is meant, in winter and in summer', () => {
  expect(formatDateTime(new Date('2026-03-07T22:30:00Z'))).toBe('March 7, 2026 at 4:30 PM CST')
  expect(formatDateTime(new Date('2026-07-08T22:30:00Z'))).toBe('July 8, 2026 at 5:30 PM CDT')
})
