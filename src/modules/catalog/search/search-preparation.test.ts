import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../testing/product-builder.ts'
import { CatalogIndex } from './memory/catalog-index.ts'
import { createSearchPreparation, type SearchPreparation } from './search-preparation.ts'

let index: CatalogIndex
let preparation: SearchPreparation
const logger = { error: vi.fn() }

function change(): void {
  index.update([1], [aProduct({ id: 1, name: `Quill ${index.version}` })])
}

/** Lets a second go by, and what begins in it end. */
async function aSecond(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000)
  for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  logger.error.mockReset()
  index = new CatalogIndex()
  change()
  preparation = createSearchPreparation({ index: () => index, logger })
  preparation.begin()
})
afterEach(() => {
  preparation.close()
  vi.useRealTimers()
})

describe('what the first searches would wait for', () => {
  it('is prepared when no words have changed for a second, and again after a change', async () => {
    for (let i = 0; i < 3; i++) {
      await aSecond()
      expect(index.isPrepared).toBe(false)
      await aSecond()
      expect(index.isPrepared).toBe(true)
      change()
    }
  })

  it('waits while words keep changing', async () => {
    for (let i = 0; i < 5; i++) {
      await aSecond()
      change()
      expect(index.isPrepared).toBe(false)
    }
  })

  it('is that of the index that has taken the place of another', async () => {
    await aSecond()
    index = new CatalogIndex()
    change()
    await aSecond()
    expect(index.isPrepared).toBe(false)
    await aSecond()
    expect(index.isPrepared).toBe(true)
  })

  it('is logged where it fails, tried once for the same words, and again after a change', async () => {
    const broken = new Error('A letter is broken')
    let tries = 0
    vi.spyOn(index, 'prepare').mockImplementation(() => {
      tries += 1
      throw broken
    })
    for (const expected of [1, 2]) {
      for (let i = 0; i < 5; i++) await aSecond()
      expect(tries).toBe(expected)
      expect(logger.error).toHaveBeenCalledTimes(expected)
      change()
    }
    expect(logger.error).toHaveBeenLastCalledWith({ err: broken }, expect.any(String))
  })

  it('ends when it is closed meanwhile', async () => {
    let pieces = 0
    vi.spyOn(index, 'prepare').mockImplementation(function* () {
      for (;;) {
        pieces += 1
        yield
      }
    })
    await aSecond()
    await aSecond()
    expect(pieces).toBeGreaterThan(1)
    preparation.close()
    await aSecond()
    const before = pieces
    await aSecond()
    expect(pieces).toBe(before)
  })

  it('is left alone after the end', async () => {
    await aSecond()
    preparation.close()
    await aSecond()
    expect(index.isPrepared).toBe(false)
  })
})
