import type { mongo } from 'mongoose'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CatalogModule } from '#modules/catalog'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Database, IndexDescription } from '#platform/database/database'
import { createSeal } from '#platform/security/seal'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createProductReverts } from '../product-changes/product-changes.api.ts'
import { createImports } from './imports.ts'
import { BY } from '../../../testing/open-imports.ts'

describe('a fetch', () => {
  const LIST = { fileName: 'list.csv', mimeType: 'text/csv', etag: '"1"', lastModified: null }
  const READING = {
    headerKey: 'known',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    mode: 'upsert',
    blank: 'keep',
    unpriced: false,
    columns: [
      { header: 'name', field: 'name', numbers: null },
      { header: 'price', field: 'price', numbers: 'point' },
    ],
    categories: [],
  }

  /** A worker that is killed after so many of its steps, each of them a read of its connection or a write. */
  function aWorkerOf(test: TestDatabase, lives: number) {
    let left = lives
    let die = () => {}
    const died = new Promise<'killed'>((resolve) => (die = () => resolve('killed')))
    const step = async () => {
      if (left-- > 0) return
      die()
      await new Promise(() => {})
    }
    const database: Database = {
      ...test.database,
      async transaction(work) {
        await step()
        const result = await test.database.transaction(work)
        await step()
        return result
      },
      collection<Row extends mongo.BSON.Document>(name: string, indexes?: readonly IndexDescription[]) {
        return new Proxy(test.database.collection<Row>(name, indexes), {
          get(target, key) {
            const method: unknown = Reflect.get(target, key)
            if (typeof method !== 'function' || !/^(insert|update|delete|findOneAnd)/.test(String(key))) return method
            return async (...args: unknown[]) => {
              const isInTransaction = args.some(
                (each) => each !== null && typeof each === 'object' && 'session' in each,
              )
              if (!isInTransaction) await step()
              return method.apply(target, args) as unknown
            }
          },
        })
      },
    }
    const jobs = { enqueue: async () => 'job', enqueueMany: async () => [], repeatDaily: async () => {} }
    const feature = createImports({
      database,
      events: createLiveEvents(),
      jobs: { ...jobs, endDaily: async () => {} },
      clock: systemClock,
      catalog: {} as CatalogModule,
      audit: { record: async () => {} },
      async fetchRemoteFile() {
        await step()
        async function* bytes() {
          yield Buffer.from('name,price\n')
          await step()
          yield Buffer.from('Ink,1.00\n')
        }
        return { ...LIST, bytes: bytes() }
      },
      seal: createSeal(['the-secret-of-the-shop-now-1234-9876'], 'tests'),
      mailRecipients: async () => [],
      shopUrl: 'http://localhost',
      reverts: createProductReverts({} as CatalogModule, createCounters(database)),
    })
    const { signal } = new AbortController()
    return {
      feature,
      fetchList: (fetchId: string) => Promise.race([feature.fetchList({ fetchId }, signal).then(() => 'done'), died]),
    }
  }

  it('is one of its supplier at a time, also where several people want it at the same time', async () => {
    const test = await openTestDatabase()
    onTestFinished(() => test.drop())
    const { suppliers } = aWorkerOf(test, Number.POSITIVE_INFINITY).feature
    await test.database.buildIndexes()
    const { id } = await suppliers.create({ name: 'Acme', key: 'sku', priceRule: null, whenLeft: 'keep' }, BY)
    const source = { url: 'https://acme.example/list.csv', signIn: 'none', signInName: '', isOn: false } as const
    await suppliers.setSource(id, { settings: { ...source, time: '06:30', mailTo: [] }, secret: '' }, BY)
    const wanted = await Promise.allSettled(Array.from({ length: 4 }, () => suppliers.fetchNow(id, BY)))
    expect(wanted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(wanted.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual(
      Array.from({ length: 3 }, () => 'FETCH_UNDER_WAY'),
    )
    expect(await suppliers.fetches(id)).toHaveLength(1)
  })

  it.each([
    ['of a supplier whose lists are known', READING, 'previewing', 'under-way'],
    ['whose columns a person has to name', null, 'mapping', 'waits'],
  ])(
    'whose worker is killed at any step begins one import of the list, %s',
    async (_which, reading, importState, fetchState) => {
      const test = await openTestDatabase()
      onTestFinished(() => test.drop())
      const other = aWorkerOf(test, Number.POSITIVE_INFINITY)
      await test.database.buildIndexes()
      const stored = (name: string) => test.database.connection.collection<{ _id: string; supplier: unknown }>(name)
      let lives = 0
      for (let end = 'killed'; end === 'killed'; lives++) {
        const rules = { name: `Acme ${lives}`, key: 'sku', priceRule: null, whenLeft: 'keep' } as const
        const { id } = await other.feature.suppliers.create(rules, BY)
        await stored('suppliers').updateOne({ _id: id }, { $set: { reading } })
        const source = { url: 'https://acme.example/list.csv', signIn: 'none', signInName: '', isOn: false } as const
        await other.feature.suppliers.setSource(
          id,
          { settings: { ...source, time: '06:30', mailTo: [] }, secret: '' },
          BY,
        )
        const { id: fetchId } = await other.feature.suppliers.fetchNow(id, BY)

        end = await aWorkerOf(test, lives).fetchList(fetchId)
        // Its lease runs out, and another worker gets the job.
        await other.fetchList(fetchId)
        const imports = await stored('imports').find({ 'supplier.id': id }).toArray()
        const [fetch] = await other.feature.suppliers.fetches(id)
        const begun =
          reading === null
            ? await stored('imports')
                .find({ _id: fetch?.importId ?? '' })
                .toArray()
            : imports
        expect([lives, begun.length, begun[0]]).toEqual([lives, 1, expect.objectContaining({ state: importState })])
        expect(fetch).toMatchObject({ state: fetchState, importId: begun[0]?._id, fileName: 'list.csv' })
        expect(await stored('list_sources').findOne({ _id: id })).toMatchObject({ seen: { importId: begun[0]?._id } })
      }
      expect(await stored('imports').countDocuments({})).toBe(lives)
      expect(lives).toBeGreaterThan(5)
    },
  )
})
