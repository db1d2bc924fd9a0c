import { describe, expect, it } from 'vitest'
import { createCounters } from '#platform/database/counters'
import type { ProductImport } from './import.ts'
import { BY, openImports, ROWS, type KillAt } from '../../../testing/open-imports.ts'
import { patient } from '../../../testing/patience.ts'
import { aMixedList, anOldList } from './testing/price-lists.ts'

async function imported(
  killOf: (attempt: number) => KillAt,
): Promise<{ kills: number; state: ProductImport; products: unknown[]; rows: unknown[] }> {
  const shop = await openImports()
  await shop.send(anOldList(2_000), { mode: 'create' })
  await shop.work()
  const { id } = await shop.send(aMixedList(ROWS), { mode: 'upsert' })
  let kills = 0
  while ((await shop.work(killOf(kills))) === 'killed') kills += 1
  // A queue may deliver a job more than once.
  await shop.work()
  const state = await shop.imports.get(id)
  return {
    kills,
    state: { ...state, id: '', workedMs: 0, createdAt: new Date(0), startedAt: null, finishedAt: null },
    products: await shop.products(),
    rows: await shop.rows(id),
  }
}

describe('an import whose workers are killed', { timeout: patient(120_000) }, () => {
  it('at ten moments ends with the same products and rows as an undisturbed one', async () => {
    const undisturbed = await imported(() => () => {})
    expect(undisturbed.state).toMatchObject({ state: 'finished', rowsTotal: ROWS, rowsRead: ROWS })
    expect(undisturbed.state.created).toBeGreaterThan(1000)
    expect(undisturbed.state.updated).toBeGreaterThan(500)
    expect(undisturbed.state.unchanged).toBeGreaterThan(500)
    expect(undisturbed.state.failed).toBeGreaterThan(100)

    const disturbed = await imported((kills) => {
      let calls = 0
      // Each worker writes two groups at most; then it is killed before, in or after a transaction.
      const last = kills < 10 ? 1 + ((kills * 3) % 4) : Number.POSITIVE_INFINITY
      return () => {
        calls += 1
        if (calls >= last) throw new Error('killed by the test')
      }
    })
    expect(disturbed.kills).toBe(10)
    expect(disturbed.state).toEqual(undisturbed.state)
    expect(disturbed.rows).toEqual(undisturbed.rows)
    expect(disturbed.products).toEqual(undisturbed.products)
  })
})

describe('two workers on one import', () => {
  it('write every row once', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'create' })
    const job = shop.allJobs().at(-1)
    await Promise.all([shop.work(undefined, job), shop.work(undefined, job)])
    // The worker that was second to write a group has stopped; the job is delivered again in any case.
    await shop.work(undefined, job)
    const state = await shop.imports.get(id)
    const products = await shop.products()
    expect(state).toMatchObject({ state: 'finished', rowsRead: ROWS })
    expect(products).toHaveLength(state.created)
    expect(new Set(products.map((product) => (product as unknown as { sku: string }).sku)).size).toBe(state.created)
    expect((await shop.rows(id)).map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2))
  })
})

describe('a worker whose import another one has continued', () => {
  it('stops, though the other one keeps the numbers of new products to itself', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(10), { mode: 'create' })
    const counters = createCounters(shop.database)
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let other: Promise<void> = Promise.resolve()
    shop.beforeNextWrite(async () => {
      await new Promise<void>((taken) => {
        other = shop.database.transaction(async (tx) => {
          await counters.take('products', 1, tx)
          taken()
          await released
        })
      })
      await shop.database.connection
        .collection<{ _id: string }>('imports')
        .updateOne({ _id: id }, { $set: { lastLine: 11 } })
    })
    expect(await shop.work()).toBe('done')
    release()
    await other
    expect(await shop.products()).toEqual([])
  })
})

describe('an undo whose worker is killed', () => {
  it('reverts everything once', async () => {
    const shop = await openImports()
    await shop.send(anOldList(2_000), { mode: 'create' })
    await shop.work()
    const before = await shop.products()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'upsert' })
    await shop.work()
    const { created, updated } = await shop.imports.get(id)
    await shop.imports.undo(id, BY)
    for (let kills = 0; kills < 5; kills += 1) {
      let calls = 0
      await shop.work(() => {
        calls += 1
        if (calls >= 2) throw new Error('killed by the test')
      })
    }
    await shop.work()
    expect(await shop.imports.get(id)).toMatchObject({
      state: 'undone',
      undo: { removed: created, restored: updated, kept: [] },
    })
    expect(await shop.products()).toEqual(before)
  })
})
