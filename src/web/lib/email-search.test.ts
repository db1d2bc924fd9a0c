import { expect, test } from 'vitest'
import { StaffOrdersQuery } from '#contracts/staff-orders'
import { emailSearch } from './email-search.ts'

test('an address is searched for by as much of it as a search takes', () => {
  expect(emailSearch('ada@example.com')).toBe('ada@example.com')
  const long = `ada@${'quire.'.repeat(40)}example.com`
  expect(long).toContain(emailSearch(long))
  expect(StaffOrdersQuery.safeParse({ search: long }).success).toBe(false)
  expect(StaffOrdersQuery.safeParse({ search: emailSearch(long) }).success).toBe(true)
})
