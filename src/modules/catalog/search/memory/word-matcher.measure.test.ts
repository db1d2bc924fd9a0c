import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { LRUCache } from 'lru-cache'
import { describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'

const MEGABYTE = 1024 * 1024
const WORDS = 30_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is kept as objects, in bytes. */
function kept(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** A word of letters. */
const wordOf = (i: number) =>
  i
    .toString(26)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

describe('what searches keep of words', () => {
  it('is no more than eight megabytes of the products that have frequent words', () => {
    const index = new CatalogIndex()
    for (let id = 1; id <= 10; id += 1) index.fill(aProduct({ id, name: 'Quill' }))
    index.finish()
    const sets = vi.spyOn(LRUCache.prototype, 'set')
    try {
      expect(index.list({ search: 'quill', limit: 1, offset: 0 }).total).toBe(10)
      const [cache] = sets.mock.contexts as LRUCache<string, object>[]
      expect(cache?.maxSize).toBe(8 * MEGABYTE)
      expect(cache?.calculatedSize).toBeGreaterThan(0)
    } finally {
      sets.mockRestore()
    }
  })

  it('is no more than a thousand words that were searched', () => {
    const index = new CatalogIndex()
    index.fill(aProduct({ id: 1 }))
    index.finish()
    const search = (i: number) => index.list({ search: wordOf(i), limit: 1, offset: 0 })
    for (let i = 0; i < 2000; i += 1) search(i)
    const before = kept()
    for (let i = 0; i < WORDS; i += 1) search(i)
    expect((kept() - before) / MEGABYTE).toBeLessThan(2)
  })
})
