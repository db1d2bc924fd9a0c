import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../../testing/eventually.ts'
import type { Product } from '../domain/product.ts'
import { aProduct, plainEncoder } from '../testing/product-builder.ts'
import { createCatalogSearch, type CatalogSearch } from './catalog-search.ts'
import type { CatalogCode } from './disk/catalog-code.ts'
import { openReadModelStore } from './disk/read-model-store.ts'
import { CatalogIndex } from './memory/catalog-index.ts'

const logger = createLogger('silent')
const CODE: CatalogCode = { layout: 'layout 1', facts: 'facts 1', texts: 'texts 1' }
const LIST = { sort: 'name', limit: 100, offset: 0 } as const

/** A database of products that counts what is read. */
function aStore(count: number) {
  const stored = new Map<number, { product: Product; changedAt: number; reviewsChangedAt: number }>()
  let time = Date.now()
  const store = {
    readAgain: [] as number[],
    fullReads: 0,
    id: 'b9d1' as string | null,
    collectionId: async () => store.id,
    /** What a read of everything waits for after its first products. */
    beforeRest: async () => {},
    /** Lets reads of everything wait after their first products until what it returns is called. */
    holdRest() {
      let go = () => {}
      const called = new Promise<void>((resolve) => (go = resolve))
      store.beforeRest = () => called
      return go
    },
    write: (product: Product) => void stored.set(product.id, { product, changedAt: ++time, reviewsChangedAt: 0 }),
    remove: (id: number) => void stored.delete(id),
    async *readAll() {
      store.fullReads++
      const all = [...stored.values()]
      yield all.slice(0, 1)
      await store.beforeRest()
      yield all.slice(1)
    },
    async findMany(ids: readonly number[]) {
      store.readAgain.push(...ids)
      return ids.flatMap((id) => stored.get(id) ?? [])
    },
    async *listChanges() {
      yield [...stored.values()].map(({ product, changedAt }) => ({ id: product.id, changedAt }))
      yield Array.from({ length: count }, (_, i) => i + 1)
        .filter((id) => !stored.has(id))
        .map((id) => ({ id, changedAt: null }))
    },
  }
  for (let id = 1; id <= count; id++) store.write(aProduct({ id }))
  return store
}

let folder: string
let running: CatalogSearch[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-index-'))
  running = []
})
afterEach(async () => {
  for (const search of running) await search.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  store: ReturnType<typeof aStore>,
  { code = CODE, encoder = plainEncoder, catchUpMs = 60_000 } = {},
): Promise<CatalogSearch> {
  const search = createCatalogSearch({
    products: store,
    encoder,
    logger,
    store: openReadModelStore({ base: folder, logger, code }),
    catchUpMs,
  })
  await search.start()
  running.push(search)
  store.readAgain.length = 0
  return search
}

async function stop(search: CatalogSearch): Promise<void> {
  running = running.filter((other) => other !== search)
  await search.close()
}

async function namesOf(search: CatalogSearch): Promise<readonly string[]> {
  const { ids } = await search.list(LIST)
  return (await search.texts(ids)).map(({ json }) => (JSON.parse(json.toString()) as Product).name)
}

const fileOf = (name: string) => join(folder, '1', name)

it('prepares searches when it has started', async () => {
  const prepared = vi.spyOn(CatalogIndex.prototype, 'prepare')
  await start(aStore(3))
  await eventually(() => expect(prepared).toHaveBeenCalledOnce())
  prepared.mockRestore()
})

it('shows in time what a process wrote that died before it announced it', async () => {
  const store = aStore(3)
  const search = await start(store, { catchUpMs: 20 })
  store.write(aProduct({ id: 2, name: 'A cheaper one' }))
  store.write(aProduct({ id: 4, name: 'A new one' }))
  store.remove(1)
  await eventually(async () => expect(await namesOf(search)).toEqual(['A cheaper one', 'A new one', 'Printer 3']), {
    withinMs: 1000,
  })
  expect(store.readAgain.toSorted((a, b) => a - b)).toEqual([1, 2, 4])
})

describe('an index on the disk', () => {
  it('is there at the next start, which reads only what changed since', async () => {
    const store = aStore(20)
    await stop(await start(store))
    store.write(aProduct({ id: 3, name: 'A changed one' }))
    store.write(aProduct({ id: 21, name: 'A new one' }))
    store.remove(5)
    store.fullReads = 0
    const search = createCatalogSearch({
      products: store,
      encoder: plainEncoder,
      logger,
      store: openReadModelStore({ base: folder, logger, code: CODE }),
    })
    running.push(search)
    await search.start()
    expect(store.fullReads).toBe(0)
    expect(store.readAgain.toSorted((a, b) => a - b)).toEqual([3, 5, 21])
    const names = await namesOf(search)
    expect(names.slice(0, 2)).toEqual(['A changed one', 'A new one'])
    expect(names).toHaveLength(20)
    expect(names).not.toContain('Printer 5')
  })

  it('is read anew when the disk does not give its file, and is kept again as soon as it can be', async () => {
    const store = aStore(3)
    await stop(await start(store))
    rmSync(fileOf('snapshot'))
    mkdirSync(fileOf('snapshot'))
    const search = await start(store)
    expect([store.fullReads, (await namesOf(search)).length]).toEqual([2, 3])
    await stop(search)
    rmSync(fileOf('snapshot'), { recursive: true })
    for (const fullReads of [3, 3]) {
      await stop(await start(store))
      expect(store.fullReads).toBe(fullReads)
    }
  })

  it('is read anew before a build starts that keeps another layout', async () => {
    const store = aStore(3)
    await stop(await start(store))
    await start(store, { code: { ...CODE, layout: 'layout 2' } })
    expect(store.fullReads).toBe(2)
  })

  it.each([
    ['that of another database', 'b9d1', 'c07e'],
    ['that of the built-in database', null, 'c07e'],
    ['that of a server', 'b9d1', null],
  ])('is read anew when the one on the disk is %s', async (_, before, now) => {
    const former = aStore(3)
    former.id = before
    await stop(await start(former))
    const store = aStore(0)
    store.id = now
    store.write(aProduct({ id: 2, name: 'Of this one' }))
    const search = await start(store)
    expect(await namesOf(search)).toEqual(['Of this one'])
    expect((await search.texts([1])).length).toBe(0)
    await stop(search)
    await start(store)
    expect(store.fullReads).toBe(1)
  })

  it('answers while a build reads the products anew that knows other facts, and a sale meanwhile is in both', async () => {
    const store = aStore(3)
    await stop(await start(store))
    const readRest = store.holdRest()
    const code = { ...CODE, facts: 'facts 2' }
    const search = await start(store, { code })
    await eventually(() => expect(store.fullReads).toBe(2))
    store.write(aProduct({ id: 1, name: 'New' }))
    await search.refresh([1])
    expect(await namesOf(search)).toEqual(['New', 'Printer 2', 'Printer 3'])
    const before = search.changes.versionOf(3)
    readRest()
    await eventually(() => expect(search.changes.versionOf(3)).not.toBe(before))
    expect(await namesOf(search)).toEqual(['New', 'Printer 2', 'Printer 3'])
    await stop(search)
    await start(store, { code })
    expect(store.fullReads).toBe(2)
  })

  it('never shows the text of a build with another public JSON, and reads the products anew', async () => {
    const store = aStore(3)
    await stop(await start(store))
    const readRest = store.holdRest()
    const encoder = {
      ...plainEncoder,
      encode: (product: Product) => plainEncoder.encode({ ...product, name: 'Other' }),
    }
    const search = await start(store, { code: { ...CODE, texts: 'texts 2' }, encoder })
    expect(await namesOf(search)).toEqual(['Other', 'Other', 'Other'])
    expect(store.readAgain.toSorted()).toEqual([1, 2, 3])
    readRest()
    expect(store.fullReads).toBe(2)
  })

  it.each([
    ['the same build', { ...CODE, facts: 'facts 2' }],
    ['the build before', CODE],
  ])('is read anew by %s when reading it anew was broken off', async (_, next) => {
    const store = aStore(3)
    await stop(await start(store))
    const readRest = store.holdRest()
    const search = await start(store, { code: { ...CODE, facts: 'facts 2' } })
    store.write(aProduct({ id: 1, name: 'New' }))
    await search.refresh([1])
    await stop(search)
    readRest()
    const again = await start(store, { code: next })
    await eventually(() => expect(store.fullReads).toBe(3))
    expect(await namesOf(again)).toEqual(['New', 'Printer 2', 'Printer 3'])
  })

  it('is written again when it was damaged', async () => {
    const store = aStore(10)
    for (const damage of [
      () => truncateSync(fileOf('snapshot'), statSync(fileOf('snapshot')).size - 1),
      () => {
        const bytes = readFileSync(fileOf('snapshot'))
        bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 255
        writeFileSync(fileOf('snapshot'), bytes)
      },
      () => {
        // It is complete for another time then, which alone is no reason to read everything.
        const bytes = readFileSync(fileOf('snapshot'))
        const at = bytes.indexOf('"completeUntilMs":') + '"completeUntilMs":'.length + 11
        bytes[at] = (bytes[at] ?? 0) ^ 1
        writeFileSync(fileOf('snapshot'), bytes)
      },
      () => writeFileSync(fileOf('snapshot'), ''),
      () => writeFileSync(fileOf('snapshot'), 'nothing of ours'),
      () => rmSync(fileOf('snapshot')),
    ]) {
      await stop(await start(store))
      damage()
      store.fullReads = 0
      const search = await start(store)
      expect(store.fullReads).toBe(1)
      expect(await namesOf(search)).toHaveLength(10)
      await stop(search)
    }
  })

  it('reads from the database what is damaged in the file of texts, and writes it again', async () => {
    const store = aStore(10)
    const first = await start(store)
    const whole = await namesOf(first)
    await stop(first)
    truncateSync(fileOf('texts-0'), Math.floor(statSync(fileOf('texts-0')).size / 2))
    const search = await start(store)
    expect(await namesOf(search)).toEqual(whole)
    expect(store.readAgain.length).toBeGreaterThan(3)
    expect(store.readAgain.length).toBeLessThan(8)
    store.readAgain.length = 0
    expect(await namesOf(search)).toEqual(whole)
    expect(store.readAgain).toEqual([])
  })

  it('belongs to one process: a second one has its own, and both keep theirs', async () => {
    const store = aStore(5)
    const [first, second] = [await start(store), await start(store)]
    store.write(aProduct({ id: 1, name: 'New' }))
    for (const search of [first, second]) {
      await search.refresh([1])
      expect(await namesOf(search)).toContain('New')
    }
    await stop(first)
    await stop(second)
    store.fullReads = 0
    await start(store)
    await start(store)
    expect(store.fullReads).toBe(0)
  })

  it('gets rid of old texts', async () => {
    const store = aStore(100)
    const text = (word: string) => word.repeat(20_000)
    const search = await start(store)
    for (let turn = 0; turn < 40; turn++) {
      for (let id = 1; id <= 100; id++)
        store.write(aProduct({ id, name: `Printer ${id}`, description: text(`${turn} `) }))
      await search.refresh(Array.from({ length: 100 }, (_, i) => i + 1))
    }
    const sizeOf = () =>
      readdirSync(join(folder, '1'))
        .filter((name) => name.startsWith('texts-'))
        .reduce((sum, name) => sum + statSync(fileOf(name)).size, 0)
    expect(sizeOf()).toBeGreaterThan(150_000_000)
    await stop(search)
    expect(sizeOf()).toBeLessThan(70_000_000)
    expect(await namesOf(await start(store))).toHaveLength(100)
  })

  it('is done without where nothing can be written, with one warning', async () => {
    writeFileSync(join(folder, 'file'), '')
    const warn = vi.spyOn(logger, 'warn')
    const store = aStore(5)
    const search = createCatalogSearch({
      products: store,
      encoder: plainEncoder,
      logger,
      store: openReadModelStore({ base: join(folder, 'file'), logger, code: CODE }),
    })
    running.push(search)
    await search.start()
    expect(await namesOf(search)).toHaveLength(5)
    store.write(aProduct({ id: 1, name: 'New' }))
    await search.refresh([1])
    expect(await namesOf(search)).toContain('New')
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { folder: join(folder, 'file'), remedy: 'a part of its path is a file; choose another path' },
      expect.stringMatching(/^the index of the catalog cannot be kept on the disk/),
    )
    warn.mockRestore()
  })

  it('goes on from the database when the disk is full, with one warning', async () => {
    const warn = vi.spyOn(logger, 'warn')
    const store = aStore(5)
    const search = await start(store)
    const { TextFile } = await import('./disk/text-file.ts')
    const append = vi.spyOn(TextFile.prototype, 'append').mockImplementation(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    for (const name of ['New', 'Newer']) {
      store.write(aProduct({ id: 1, name }))
      await search.refresh([1])
      expect(await namesOf(search)).toContain(name)
      expect(await namesOf(search)).toHaveLength(5)
    }
    expect(warn).toHaveBeenCalledTimes(1)
    // What the file has is read from it all the same.
    store.readAgain.length = 0
    await search.texts([1, 2, 3, 4, 5])
    expect(store.readAgain).toEqual([1])
    append.mockRestore()

    // With the next change the disk is asked again, and then all is kept.
    store.write(aProduct({ id: 2, name: 'There is room' }))
    await search.refresh([2])
    store.readAgain.length = 0
    for (let times = 0; times < 2; times += 1) await search.texts([1, 2])
    expect(store.readAgain).toEqual([1])
    expect(await namesOf(search)).toContain('Newer')
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockRestore()
  })
})

describe('words that no product has any more', () => {
  it('go when they are most of all words', async () => {
    const store = aStore(60)
    const ids = Array.from({ length: 60 }, (_, i) => i + 1)
    const search = await start(store)
    // Letters only, because a word with digits is also found by what follows the letters.
    const wordOf = (number: number) => `z${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}z`
    async function rename(turn: number): Promise<void> {
      for (const id of ids) {
        const features = Array.from({ length: 100 }, (_, i) => wordOf(turn * 10_000 + id * 100 + i))
        store.write(aProduct({ id, features }))
      }
      await search.refresh(ids)
    }
    await rename(1)
    await rename(2)
    expect(store.fullReads).toBe(1)
    await rename(3)
    await eventually(() => expect(store.fullReads).toBe(2))
    await search.refresh([1])
    const find = (number: number) => search.list({ search: wordOf(number), limit: 1, offset: 0 })
    expect((await find(36_099)).ids).toEqual([60])
  })
})

describe('texts', () => {
  it('come in the order of the ids, without those that are gone, and never from before a change that is known', async () => {
    const store = aStore(3)
    const search = await start(store)
    const idsOf = async (ids: readonly number[]) =>
      (await search.texts(ids)).map(({ json }) => (JSON.parse(json.toString()) as Product).id)
    expect(await idsOf([3, 99, 1])).toEqual([3, 1])
    expect(await idsOf([])).toEqual([])
    expect(store.readAgain).toEqual([99])
    store.readAgain.length = 0
    store.remove(3)
    store.write(aProduct({ id: 1, name: 'New' }))
    void search.refresh([1, 3])
    expect(await idsOf([3, 1])).toEqual([1])
    expect(store.readAgain).toEqual([1, 3, 3])
  })

  it('include a product that nobody has announced yet, which lists show from then on', async () => {
    const store = aStore(3)
    const search = await start(store)
    store.write(aProduct({ id: 4, name: 'New' }))
    expect((await search.list(LIST)).total).toBe(3)
    expect(await search.texts([4])).toHaveLength(1)
    expect((await search.list(LIST)).total).toBe(4)
  })
})
