import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partOf, PartsWriter } from './parts-writer.ts'

it('writes parts of any length and counts behind each other, one answer after the other', () => {
  const writer = new PartsWriter()
  const pieces = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.nat()))
  const written = fc.property(pieces, (all) => {
    for (const piece of all) {
      if (typeof piece === 'number') writer.addCount(piece)
      else writer.add(partOf(piece))
    }
    expect(writer.take()).toEqual(Buffer.from(all.join('')))
  })
  fc.assert(written)
})

it('writes counts of all sizes', () => {
  const writer = new PartsWriter()
  for (const count of [0, 9, 10, 99, 100, 999_999_999, 1_000_000_000, 2 ** 31 - 1]) {
    writer.addCount(count)
    expect(writer.take().toString()).toBe(String(count))
  }
})

it('keeps answers that it gave, however long the next ones are', () => {
  const writer = new PartsWriter()
  writer.add(partOf('first'))
  const first = writer.take()
  for (let i = 0; i < 5000; i++) writer.add(partOf(`a brand, number ${i}; `))
  expect(writer.take().toString()).toMatch(/^a brand, number 0; .* number 4999; $/)
  expect(first.toString()).toBe('first')
})
