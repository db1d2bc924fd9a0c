import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { productsChanged } from './events.ts'
import { listProducts } from './testing/list-products.ts'
import { openCatalog, type OpenCatalog } from './testing/open-catalog.ts'
import { aProduct, storeProducts } from './testing/product-builder.ts'
import { sell, type Lines } from './testing/sell.ts'

const everything = { limit: 1000, offset: 0 }
let db: OpenCatalog['db']
let events: OpenCatalog['events']
let catalog: OpenCatalog['catalog']

beforeEach(async () => {
  ;({ db, events, catalog } = await openCatalog())
})
afterEach(() => db.drop())

async function stockOf(id: number) {
  const [product] = await catalog.findProducts([id])
  return product === undefined ? null : { inStock: product.inStock, stockQuantity: product.stockQuantity }
}

const take = (lines: Lines) => db.database.transaction((tx) => sell(catalog, tx, lines))

describe('taking stock', () => {
  beforeEach(async () => {
    await storeProducts(db.database, [
      aProduct({ id: 1, name: 'Counted', stockQuantity: 5 }),
      aProduct({ id: 2, name: 'Made to order', stockQuantity: 0 }),
      aProduct({ id: 3, name: 'Sold out', stockQuantity: 0, inStock: false }),
      aProduct({ id: 4, name: 'Off sale', stockQuantity: 7, inStock: false }),
    ])
    await catalog.start()
  })

  it('takes pieces down, and the last one takes the product out of stock, in lists too', async () => {
    await take([{ productId: 1, quantity: 4 }])
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 1 })
    await take([{ productId: 1, quantity: 1 }])
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
    expect((await listProducts(catalog, { ...everything, inStock: true })).products.map(({ id }) => id)).toEqual([2])
    expect((await catalog.getProduct(1)).inStock).toBe(false)
  })

  it('adds up two lines of one product', async () => {
    await expect(
      take([
        { productId: 1, quantity: 3 },
        { productId: 1, quantity: 3 },
      ]),
    ).rejects.toMatchObject({
      kind: 'conflict',
      code: 'INSUFFICIENT_STOCK',
      details: { lines: [{ productId: 1, productName: 'Counted', requested: 6, available: 5 }] },
    })
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
  })

  it('never takes down what is made to order', async () => {
    await take([{ productId: 2, quantity: 40 }])
    expect(await stockOf(2)).toEqual({ inStock: true, stockQuantity: 0 })
  })

  it('names every line that cannot be served, and takes nothing', async () => {
    await expect(
      take([
        { productId: 1, quantity: 1 },
        { productId: 4, quantity: 1 },
        { productId: 3, quantity: 2 },
      ]),
    ).rejects.toMatchObject({
      details: {
        lines: [
          { productId: 3, productName: 'Sold out', requested: 2, available: 0 },
          { productId: 4, productName: 'Off sale', requested: 1, available: 0 },
        ],
      },
    })
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
  })

  it('names products that do not exist', async () => {
    await expect(
      take([
        { productId: 1, quantity: 1 },
        { productId: 77, quantity: 1 },
      ]),
    ).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'UNKNOWN_PRODUCT',
      details: { lines: [{ productId: 77, productName: null }] },
    })
  })

  it('gives the last pieces to as many as there are, however many ask at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => take([{ productId: 1, quantity: 1 }])))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
  })

  it('puts pieces back; what was sold out is in stock again, what is not counted or off sale stays as it is', async () => {
    await take([{ productId: 1, quantity: 5 }])
    await db.database.transaction((tx) =>
      catalog.returnStock(
        tx,
        [1, 1, 2, 3, 4, 99].map((productId) => ({ productId, quantity: 2 })),
      ),
    )
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 4 })
    expect(await stockOf(2)).toEqual({ inStock: true, stockQuantity: 0 })
    expect(await stockOf(3)).toEqual({ inStock: true, stockQuantity: 2 })
    expect(await stockOf(4)).toEqual({ inStock: false, stockQuantity: 9 })
    expect((await listProducts(catalog, { ...everything, inStock: true })).total).toBe(3)
  })

  it('offers the orders of one sale what those before them have left', async () => {
    await db.database.transaction(async (tx) => {
      const sale = await catalog.openSale(tx, [1, 2])
      const lines = (quantity: number) => [{ productId: 1, quantity }]
      expect(sale.offer(lines(3)).map(({ stockQuantity }) => stockQuantity)).toEqual([5])
      sale.take(lines(3))
      expect(() => sale.offer(lines(3))).toThrow(
        expect.objectContaining({ details: { lines: [expect.objectContaining({ requested: 3, available: 2 })] } }),
      )
      sale.take(lines(2))
      expect(() => sale.offer(lines(1))).toThrow(
        expect.objectContaining({ details: { lines: [expect.objectContaining({ available: 0 })] } }),
      )
      await sale.close()
    })
    expect(await stockOf(1)).toEqual({ inStock: false, stockQuantity: 0 })
  })

  it('announces nothing when the transaction fails', async () => {
    const heard: unknown[] = []
    events.listen(productsChanged, 'test.listens', ({ payload }) => void heard.push(payload))
    await expect(
      db.database.transaction(async (tx) => {
        await sell(catalog, tx, [{ productId: 1, quantity: 1 }])
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(heard).toEqual([])
    expect(await stockOf(1)).toEqual({ inStock: true, stockQuantity: 5 })
    await take([{ productId: 1, quantity: 1 }])
    expect(heard).toEqual([{ productIds: [1], isSale: true }])
  })
})
