import { describe, expect, test } from 'vitest'
import { matching, termOf } from './palette-entries.ts'

const entries = [
  { label: 'Order Management', words: 'room' },
  { label: 'Product Management', words: 'room catalog' },
  { label: 'Import a price list', words: 'csv xlsx' },
]
const found = (text: string) => matching(entries, text).map(({ label }) => label)

describe('what the palette offers by itself', () => {
  test('is everything until something is typed', () => {
    expect(found('')).toHaveLength(3)
    expect(found('   ')).toHaveLength(3)
  })

  test('is what has all typed words, in any order and case', () => {
    expect(found('ORDER')).toEqual(['Order Management'])
    expect(found('man prod')).toEqual(['Product Management'])
    expect(found('csv import')).toEqual(['Import a price list'])
    expect(found('order csv')).toEqual([])
  })
})

describe('what the server is asked for', () => {
  test('is the typed text from two characters on, an order’s number without its sign', () => {
    expect(termOf('#100001')).toBe('100001')
    expect(termOf('  ada@example.com ')).toBe('ada@example.com')
    expect(termOf('a')).toBeNull()
    expect(termOf('#1')).toBeNull()
    expect(termOf(' ')).toBeNull()
    expect(termOf('x'.repeat(500))).toHaveLength(100)
  })
})
