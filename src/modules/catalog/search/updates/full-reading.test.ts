import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import { aStore } from '../testing/updated-catalog.ts'
import { FullReading } from './full-reading.ts'
import { ProductReads } from './product-reads.ts'
import { emptyState } from './read-model-state.ts'

const idsUpTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('a reading of all products', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  function aReading(count: number) {
    const store = aStore(count)
    const reads = new ProductReads(store, { timed: (read) => read() })
    const texts = new ProductTexts({ encoder: plainEncoder, file: null, logger: createLogger('silent') })
    const reading = new FullReading(emptyState(texts, 0), reads)
    const list = (search?: string) =>
      reading.state.index.list({ sort: 'name', limit: 1000, offset: 0, ...(search !== undefined && { search }) })
    /** Has products change before each read of the store, as long as there are any. */
    const changeBeforeReads = (changes: (readonly number[])[]) => {
      store.beforeRead = async () => reading.noteChanged(changes.shift() ?? [])
    }
    return { store, reads, texts, reading, list, changeBeforeReads }
  }

  it('reads each once, and nothing again that has not changed', async () => {
    const { reading, store, texts, list } = aReading(3)
    await reading.readAll()
    await reading.readRest()
    expect(store.reads).toEqual(['all'])
    expect([list().ids, texts.has(1)]).toEqual([[1, 2, 3], true])
  })

  it('reads the few that changed meanwhile at its end, each once, and takes out what is gone by then', async () => {
    const { reading, store, texts, list, changeBeforeReads } = aReading(3)
    changeBeforeReads([[2, 3, 2]])
    await reading.readAll()
    expect(store.reads).toEqual(['all'])
    store.write(aProduct({ id: 2, name: 'Renamed' }))
    store.remove(3)
    await reading.readRest()
    expect(store.reads).toEqual(['all', [2, 3]])
    expect([list().ids, list('renamed').ids, texts.has(3)]).toEqual([[1, 2], [2], false])
  })

  it('reads many that changed meanwhile before its end, two hundred at a time, and leaves only the last few to it', async () => {
    const { reading, store, changeBeforeReads } = aReading(300)
    changeBeforeReads([idsUpTo(201), [7]])
    await reading.readAll()
    expect(store.reads).toEqual(['all', idsUpTo(200), [201]])
    store.reads.length = 0
    await reading.readRest()
    expect(store.reads).toEqual([[7]])
  })

  it('leaves the rest to its end also when many change again and again', async () => {
    const { reading, store } = aReading(201)
    store.beforeRead = async () => reading.noteChanged(idsUpTo(201))
    await reading.readAll()
    // Ten times all of them, each by two queries.
    expect(store.reads).toHaveLength(1 + 10 * 2)
    store.beforeRead = async () => {}
    await reading.readRest()
    expect(store.reads.slice(21)).toEqual([idsUpTo(200), [201]])
  })

  it('ends when the catalog is closed, and puts in nothing after that', async () => {
    const { reading, reads, list, store } = aReading(3)
    store.beforeRead = async () => reads.close()
    await expect(reading.readAll()).rejects.toThrow('closed')
    expect(list().ids).toEqual([])
  })

  it('ends also while it reads the rest', async () => {
    const { reading, reads, list, store, changeBeforeReads } = aReading(3)
    changeBeforeReads([[2]])
    await reading.readAll()
    store.write(aProduct({ id: 2, name: 'Renamed' }))
    store.beforeRead = async () => reads.close()
    await expect(reading.readRest()).rejects.toThrow('closed')
    expect(list('renamed').ids).toEqual([])
  })
})
