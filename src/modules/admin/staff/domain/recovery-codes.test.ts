import { expect, it } from 'vitest'
import { newRecoveryCodes, recoveryDigestOf } from './recovery-codes.ts'

it('ten recovery codes are all different, and stored as digests only', () => {
  const { codes, digests } = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set([...codes, ...digests]).size).toBe(20)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(codes.map(recoveryDigestOf)).toEqual(digests)
})

it('a recovery code counts however it is typed', () => {
  const written = recoveryDigestOf('0000-1111-2345-6789-abcd-efgh')
  for (const typed of ['00001111 23456789ABCDEFGH', ' oOo0 iIlL 2345 6789 abcd efgh ', '0000.1111.2345.6789.abcd.efgh'])
    expect(recoveryDigestOf(typed)).toBe(written)
})

it.each([
  '',
  '123456',
  '0000-1111-2345-6789-abcd-efg',
  '0000-1111-2345-6789-abcd-efgh-j',
  'u000-1111-2345-6789-abcd-efgh',
])('"%s" cannot be a recovery code', (typed) => expect(recoveryDigestOf(typed)).toBeNull())
