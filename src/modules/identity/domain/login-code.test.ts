import { expect, it } from 'vitest'
import { createLoginCodes } from './login-code.ts'

const codes = createLoginCodes('only for this test')
const at = (time: string) => new Date(`2026-11-${time}Z`)

it('a link for the reader of an address counts until the end of the next day', () => {
  const token = codes.readerTokenOf('ada@example.com', at('27T00:00:00.000'))
  const counts = (time: string) => codes.isReaderToken(token, 'ada@example.com', at(time))
  expect(counts('26T23:59:59.999')).toBe(false)
  expect(counts('27T00:00:00.000')).toBe(true)
  expect(counts('28T23:59:59.999')).toBe(true)
  expect(counts('29T00:00:00.000')).toBe(false)
})

it('a link for the reader of an address counts for no other address, in no other shop, and not when it is cut off', () => {
  const now = at('27T12:00:00.000')
  const token = codes.readerTokenOf('ada@example.com', now)
  expect(codes.isReaderToken(token, 'grace@example.com', now)).toBe(false)
  expect(createLoginCodes('another secret').isReaderToken(token, 'ada@example.com', now)).toBe(false)
  for (const other of ['', token.slice(1), `${token}x`])
    expect(codes.isReaderToken(other, 'ada@example.com', now)).toBe(false)
})

it('a code has six digits, also where it begins with zeros', () => {
  const all = Array.from({ length: 100 }, (_, index) => codes.codeOf(`job ${index}`))
  expect(all.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  expect(all.some((code) => code.startsWith('0'))).toBe(true)
})
