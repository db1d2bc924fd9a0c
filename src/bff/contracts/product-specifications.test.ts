import { describe, expect, it } from 'vitest'
import { UpdateProductBody } from './admin.ts'

const pairs = (count: number, value = 'yes') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Property ${i}`, value]))
const lines = (count: number) => Array.from({ length: count }, (_, i) => `Property ${i}: yes`).join('\n')
const messagesFor = (specifications: unknown) =>
  UpdateProductBody.safeParse({ specifications }).error?.issues.map(({ message }) => message)

describe('the specifications of a product', () => {
  it.each([
    ['two hundred pairs', pairs(200)],
    ['two hundred lines', lines(200)],
    ['as many long ones as a cell of a price list has room for', pairs(120, 'y'.repeat(500))],
  ])('are %s', (_, specifications) => expect(messagesFor(specifications)).toBeUndefined())

  it.each([
    ['more pairs', pairs(201), 'Use at most 200 specifications'],
    ['more lines', lines(201), 'Use at most 200 specifications'],
    ['more text than such a cell has room for', pairs(130, 'y'.repeat(500)), 'Use shorter specifications'],
  ])('are not %s', (_, specifications, message) => expect(messagesFor(specifications)).toEqual([message]))
})
