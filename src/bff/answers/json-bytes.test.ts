import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJsonWriter } from './json-bytes.ts'

function expectSame(write: (value: unknown) => Buffer, value: unknown): void {
  expect(write(value).toString()).toBe(JSON.stringify(value))
}

it('writes what JSON.stringify writes, one value after the other', () => {
  const write = createJsonWriter()
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => expectSame(write, value)))
})

it('writes numbers of any size', () => {
  const write = createJsonWriter()
  const counts = Array.from({ length: 33 }, (_, power) => [10 ** power - 1, 10 ** power, 2 ** power - 1, 2 ** power])
  for (const count of counts.flat()) expectSame(write, [count, -count, count / 3])
  expectSame(write, [NaN, Infinity, -0])
})

it('leaves out what is undefined', () => {
  const write = createJsonWriter()
  for (const value of [{ a: undefined }, { a: undefined, b: 1 }, { a: 1, b: undefined, c: {} }])
    expectSame(write, value)
})

it('keeps answers that it gave, however many and long the texts of others are', () => {
  const write = createJsonWriter()
  const first = { brand: 'Brother', count: 12 }
  const given = write(first)
  for (let i = 0; i < 3; i++)
    expectSame(
      write,
      Array.from({ length: 3000 }, (_, number) => ({ [`${number}`]: 'ü'.repeat(number % 100), number })),
    )
  expectSame(write, first)
  expect(given.toString()).toBe(JSON.stringify(first))
})
