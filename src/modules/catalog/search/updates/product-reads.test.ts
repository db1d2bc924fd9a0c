import { describe, expect, it } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { ProductReads, READ_AT_ONCE, slicesToRead } from './product-reads.ts'

const stored = { product: aProduct({ id: 1 }), changedAt: 1, reviewsChangedAt: 0 }

function someReads() {
  const calls: string[] = []
  const reads = new ProductReads(
    {
      async findMany() {
        calls.push('find')
        return [stored]
      },
      async *readAll() {
        calls.push('read all')
        yield [stored]
      },
    },
    {
      async timed(read) {
        calls.push('timed')
        const result = await read()
        calls.push('end')
        return result
      },
    },
  )
  return { reads, calls }
}

describe('reads of products', () => {
  it('have readers of lists wait for some products', async () => {
    const { reads, calls } = someReads()
    expect(await reads.findMany([1])).toEqual([stored])
    expect(calls).toEqual(['timed', 'find', 'end'])
  })

  it('have nobody wait for all of them', async () => {
    const { reads, calls } = someReads()
    for await (const batch of reads.readAll()) expect(batch).toEqual([stored])
    expect(calls).toEqual(['read all'])
  })

  it('go on until the catalog is closed', () => {
    const { reads } = someReads()
    expect([reads.isClosed, reads.throwIfClosed()]).toEqual([false, undefined])
    reads.close()
    expect(reads.isClosed).toBe(true)
    expect(() => reads.throwIfClosed()).toThrow('closed')
  })
})

it.each([
  [0, []],
  [1, [1]],
  [READ_AT_ONCE, [READ_AT_ONCE]],
  [READ_AT_ONCE + 1, [READ_AT_ONCE, 1]],
  [2 * READ_AT_ONCE, [READ_AT_ONCE, READ_AT_ONCE]],
])('%i ids are read by queries of %j', (count, sizes) => {
  const ids = Array.from({ length: count }, (_, i) => i)
  const slices = [...slicesToRead(ids)]
  expect(slices.map(({ length }) => length)).toEqual(sizes)
  expect(slices.flat()).toEqual(ids)
})
