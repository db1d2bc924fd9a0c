import { describe, expect, it } from 'vitest'
import type { CatalogModule } from '#modules/catalog'
import { DEFAULTS } from './rules/read-row.ts'
import { BY, openImports, ROWS } from '../../../testing/open-imports.ts'
import { aMixedList } from './testing/price-lists.ts'

describe('an import that fails', () => {
  it('has a message for staff, and announces its end', async () => {
    const shop = await openImports()
    const { id } = await shop.send('name,price\nInk,1.00\n', { mode: 'create' })
    await shop.database.connection
      .collection('import_files')
      .updateMany({ fileId: id }, { $set: { body: Buffer.from('lost') } })
    for (let tries = 0; tries < 3; tries += 1) await expect(shop.work()).rejects.toThrow()
    expect(await shop.imports.get(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('send the file again'),
    })
    expect(shop.ended()).toEqual(['failed'])
  })
})

it('rows that failed because nobody said for how many pieces their prices are fail until somebody does', async () => {
  const shop = await openImports()
  const rows = 'PP-1;Pappel 1;12,00\nPP-2;Pappel 2;\n'
  const list = `Alle Preise je 100 Stück;;\nArtikelnr;Bezeichnung;Preis\n${rows}`
  const { id } = await shop.send(list, { mode: 'create' })
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'finished', created: 1, failed: 1 })
  const { id: failedId } = await shop.imports.correctFailed(id, BY)
  await shop.work()
  expect(await shop.imports.get(failedId)).toMatchObject({ state: 'previewed', failed: 1, priceNote: { pieces: 100 } })
  await shop.imports.remap(failedId, { mapping: {}, pieces: { Preis: 100 } })
  await shop.work()
  await shop.imports.start(failedId, BY)
  await shop.work()
  expect((await shop.products())[1]).toMatchObject({ sku: 'PP-1', priceCents: 12 })
})

it('an import that failed on its way leaves what it wrote until it is undone', async () => {
  const shop = await openImports()
  const rows = Array.from({ length: 250 }, (_, i) => `M-${i},Mix ${i},Mix,1.00\n`)
  const { id } = await shop.send(`sku,name,brand,price\n${rows.join('')}`, { mode: 'create' })
  const fail = async () => {
    throw new Error('expected by the test')
  }
  shop.beforeNextWrite(async () => shop.beforeNextWrite(fail))
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(shop.work()).rejects.toThrow('expected by the test')
    shop.beforeNextWrite(fail)
  }
  expect(await shop.imports.get(id)).toMatchObject({ state: 'failed', created: 200 })
  await shop.imports.undo(id, BY)
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'undone', undo: { removed: 200, kept: [] } })
  expect(await shop.products()).toEqual([])
})

it('an import goes on after two errors of each group of its rows', async () => {
  const shop = await openImports()
  const list = (price: string) =>
    `sku,name,brand,price\n${Array.from({ length: 1500 }, (_, i) => `M-${i},Mix ${i},Mix,${price}\n`).join('')}`
  await shop.send(list('1.00'), { mode: 'create' })
  await shop.work()
  const { id } = await shop.send(list('2.00'), { mode: 'upsert' })
  const failAt = (group: number): void =>
    shop.beforeNextWrite(async () => {
      if (group === 1) throw new Error('expected by the test')
      failAt(group - 1)
    })
  for (const group of [1, 1, 2, 1]) {
    failAt(group)
    await expect(shop.work()).rejects.toThrow('expected by the test')
  }
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'finished', updated: 1500 })
})

describe('a row far down that means the product of an earlier row in another way', () => {
  const others = Array.from({ length: 250 }, (_, i) => `M-${i},Mix ${i},Mix,1.00\n`).join('')
  const list = `sku,name,brand,price\nT-1,Toner,Acme,5.00\n${others},Toner,Acme,7.00\n`

  async function withToner() {
    const shop = await openImports()
    await shop.send('sku,name,brand,price\nT-1,Toner,Acme,9.00\n', { mode: 'create' })
    await shop.work()
    return shop
  }
  const SAME = { outcome: 'failed', reason: 'A row before this one is of the same product.' }

  it('fails, and the price of the first row stays', async () => {
    const shop = await withToner()
    const { id } = await shop.send(list, { mode: 'upsert' })
    await shop.work()
    expect((await shop.rows(id)).at(-1)).toMatchObject(SAME)
    expect((await shop.products())[0]).toMatchObject({ sku: 'T-1', priceCents: 500 })
  })

  it('fails also where the first row left the product as it was, and named it by less', async () => {
    const shop = await withToner()
    const reversed = `sku,name,brand,price\n,Toner,Acme,9.00\n${others}T-1,Toner,Acme,7.00\n`
    const { id } = await shop.send(reversed, { mode: 'upsert' })
    await shop.work()
    expect((await shop.rows(id)).at(-1)).toMatchObject(SAME)
    expect((await shop.products())[0]).toMatchObject({ sku: 'T-1', priceCents: 900 })
  })

  it('fails also when another worker has read the first row', async () => {
    const shop = await withToner()
    const { id } = await shop.send(list, { mode: 'upsert' })
    const killSecond = () => {
      let groups = 0
      return (moment: 'before' | 'inside' | 'between') => {
        if (moment === 'inside' && ++groups === 2) throw new Error('killed by the test')
      }
    }
    expect(await shop.work(killSecond())).toBe('killed')
    expect(await shop.imports.get(id)).toMatchObject({ state: 'running', rowsRead: 200 })
    await shop.work()
    expect((await shop.rows(id)).at(-1)).toMatchObject(SAME)
    expect((await shop.products())[0]).toMatchObject({ sku: 'T-1', priceCents: 500 })
  })

  it('is shown to fail by the preview', async () => {
    const shop = await withToner()
    const { id } = await shop.send(list, { mode: 'upsert', preview: true })
    await shop.work()
    expect((await shop.rows(id)).at(-1)).toMatchObject(SAME)
  })
})

describe('the time that an import works', () => {
  it('includes the time that it waits for the database', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'create' })
    const began = performance.now()
    await shop.work()
    const elapsed = performance.now() - began
    const { workedMs } = await shop.imports.get(id)
    expect(workedMs).toBeGreaterThan(elapsed * 0.5)
    expect(workedMs).toBeLessThanOrEqual(elapsed)
  })
})

describe('when, between deciding and writing a group, another person', () => {
  const LIST = 'sku,name,brand,price,stockQuantity\nM-1,Mix 1,Mix,100.00,10\nM-2,Mix 2,Mix,200.00,10\n'

  async function afterwards(
    act: (shop: Awaited<ReturnType<typeof openImports>>, catalog: CatalogModule) => Promise<void>,
    list = 'sku,name,price,stockQuantity\nM-1,Mix 1,120.00,20\nM-2,Mix 2,200.00,10\n',
  ) {
    const shop = await openImports()
    await shop.send(LIST, { mode: 'create' })
    await shop.work()
    shop.beforeNextWrite((catalog) => act(shop, catalog))
    const { id } = await shop.send(list, { mode: 'upsert' })
    await shop.work()
    const [first] = await shop.rows(id)
    return {
      shop,
      id,
      first,
      state: await shop.imports.get(id),
      products: (await shop.products()) as unknown as {
        _id: number
        sku: string
        priceCents: number
        stockQuantity: number
        description: string
      }[],
    }
  }

  it('edits a product, the edit stays, and the row has the values that it replaced', async () => {
    const { shop, id, first, products } = await afterwards(({ database }, catalog) =>
      database.transaction(
        async (tx) => void (await catalog.updateProduct(tx, 1, { priceCents: 15_000, description: 'Typed by hand.' })),
      ),
    )
    expect(first?.changes).toContainEqual({ field: 'price', before: '150.00', after: '120.00' })
    expect(products[0]).toMatchObject({ priceCents: 12_000, description: 'Typed by hand.' })
    await shop.imports.undo(id, BY)
    await shop.work()
    expect((await shop.products())[0]).toMatchObject({
      priceCents: 15_000,
      stockQuantity: 10,
      description: 'Typed by hand.',
    })
  })

  it('buys a product, the row has the stock that it replaced', async () => {
    const { first } = await afterwards(({ database }, catalog) =>
      database.transaction(async (tx) => {
        const sale = await catalog.openSale(tx, [1])
        sale.take([{ productId: 1, quantity: 3 }])
        await sale.close()
      }),
    )
    expect(first?.changes).toContainEqual({ field: 'stockQuantity', before: '7', after: '20' })
  })

  it('deletes a product, the row creates it again', async () => {
    const { state, products } = await afterwards(({ database }, catalog) =>
      database.transaction(async (tx) => void (await catalog.deleteProduct(tx, 1))),
    )
    expect(state).toMatchObject({ state: 'finished', created: 1, unchanged: 1, failed: 0 })
    expect(products.map(({ sku }) => sku).sort()).toEqual(['M-1', 'M-2'])
  })

  it('creates a product with the same SKU, the row changes it', async () => {
    const { state, products } = await afterwards(
      ({ database }, catalog) =>
        database.transaction(
          async (tx) =>
            void (await catalog.writeProducts(tx, { create: [{ ...DEFAULTS, sku: 'M-3', name: 'By hand' }] })),
        ),
      'sku,name,price\nM-3,Mix 3,300.00\n',
    )
    expect(state).toMatchObject({ state: 'finished', created: 0, updated: 1, failed: 0 })
    expect(products.find(({ sku }) => sku === 'M-3')).toMatchObject({ name: 'Mix 3', priceCents: 30_000 })
  })
})
