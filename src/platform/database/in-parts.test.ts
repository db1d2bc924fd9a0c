import { mongo } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { inParts } from './in-parts.ts'

/** What a server takes of one command, and of one document. */
const MAX_BYTES = 16 * 1024 * 1024
const sizeOf = (part: readonly unknown[]) => mongo.BSON.calculateObjectSize({ part })

describe('a list in parts', () => {
  it('is one part, and no copy, when it is short', () => {
    const rows = Array.from({ length: 200 }, (_, id) => ({ _id: id, name: `Printer ${id}`, tags: ['new'] }))
    expect(inParts(rows)[0]).toBe(rows)
    expect(inParts(rows)).toHaveLength(1)
    expect(inParts([])).toEqual([])
  })

  it('keeps its order, and an item that is too long for a part is alone in one', () => {
    const lengths = [10, 6_000_000, 20, 30, 400_000, 2_900_000]
    const parts = inParts(lengths.map((length) => 'x'.repeat(length)))
    expect(parts.map((part) => part.map(({ length }) => length))).toEqual([
      [10],
      [6_000_000],
      [20, 30, 400_000],
      [2_900_000],
    ])
  })

  it.each([
    ['texts of three bytes a character', { text: '印'.repeat(20_000) }],
    ['pairs of characters', { text: '🖨'.repeat(10_000) }],
    ['names of fields', { ['刷'.repeat(20_000)]: 1 }],
    ['many short values', { list: Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? '' : null)) }],
    ['many small documents', { list: Array.from({ length: 1000 }, () => ({ n: { '': new Date(0) } })) }],
    ['bytes', { body: Buffer.alloc(50_000), id: new mongo.ObjectId(), long: mongo.Long.fromNumber(7) }],
  ])('never takes more than a command holds, with %s', (_, row) => {
    const rows = Array.from({ length: 200 }, () => row)
    const parts = inParts(rows)
    expect(parts.flat()).toHaveLength(rows.length)
    expect(Math.max(...parts.map(sizeOf))).toBeLessThan(MAX_BYTES / 2)
  })
})
