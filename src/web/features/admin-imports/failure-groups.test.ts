import { expect, it } from 'vitest'
import { sentenceOf } from './failure-groups.tsx'

const group = (reason: string, ...texts: readonly string[]) => ({
  reason,
  rows: texts.length,
  values: texts.map((text) => ({ text, rows: 1 })),
})

it('a reason names its cells so that it stays a sentence', () => {
  expect(sentenceOf(group('price must be like 1299.00', 'on\u202e call'))).toContain('on\ufffd call')
  expect(sentenceOf(group('price must be like 1299.00', 'call', 'ask'))).toBe(
    'price must be like 1299.00, not “call”, “ask”',
  )
  expect(sentenceOf(group('A product with the sku exists already', 'A-1', 'A-2'))).toBe(
    'A product with the sku exists already (“A-1”, “A-2”)',
  )
  expect(sentenceOf(group('price is an error of the spreadsheet:', '#N/A'))).toBe(
    'price is an error of the spreadsheet (“#N/A”)',
  )
  expect(sentenceOf(group('An earlier line has the same sku'))).toBe('An earlier line has the same sku')
})
