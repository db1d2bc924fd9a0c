import { describe, expect, it } from 'vitest'
import type { ProductEdit } from '#modules/catalog'
import { BY, openImports } from '../../../testing/open-imports.ts'
import { patient } from '../../../testing/patience.ts'
import { createRandom } from '../../../testing/random.ts'
import type { SupplierRules } from './supplier-terms.ts'

type Shop = Awaited<ReturnType<typeof openImports>>

const RULES: SupplierRules = { name: 'Wholesale', key: 'gtin', priceRule: null, whenLeft: 'sold-out' }
const EAN_A = '4012345678901'
const EAN_B = '4012345678918'
const EAN_C = '4012345678925'

/** A list of products by their numbers; an EAN only where one is given. */
function list(
  numbers: readonly number[],
  { eans = {}, price = '10.00', stock = 4 }: Partial<ListOptions> = {},
): string {
  const rows = numbers.map((number) => `N-${number},Nettle ${number},Nettle,${price},${stock},${eans[number] ?? ''}\n`)
  return `sku,name,brand,price,stockQuantity,EAN\n${rows.join('')}`
}

interface ListOptions {
  readonly eans: Readonly<Record<number, string>>
  readonly price: string
  readonly stock: number
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** What is looked at of a stored product. */
interface Stored {
  _id: number
  priceCents: number
  stockQuantity: number
}

/** A shop with one supplier, and with six products of its own that no list has named. */
async function openShop() {
  const shop = await openImports()
  const { id: supplierId } = await shop.suppliers.create(RULES, BY)
  await run(shop, list(upTo(6), { price: '9.00' }))
  return { shop, supplierId }
}

/** Imports a list, and resolves to the import. */
async function run(shop: Shop, csv: string, supplierId?: string) {
  const { id } = await shop.send(csv, { mode: 'upsert', ...(supplierId && { supplierId }) })
  await shop.work()
  const done = await shop.imports.get(id)
  expect(done.state).toBe('finished')
  return done
}

async function undo(shop: Shop, id: string): Promise<void> {
  await shop.imports.undo(id, BY)
  await shop.work()
  expect(await shop.imports.get(id)).toMatchObject({ state: 'undone' })
}

/** What is noted of the suppliers' products. */
function notes(shop: Shop) {
  const all = shop.database.connection.collection('supplier_products').find({})
  return all.sort({ _id: 1 }).toArray()
}

/** What a list does whoever had run before it: the result of its preview, and of its rows. */
async function nextList(shop: Shop, csv: string, supplierId: string) {
  const { left, leftOf } = await shop.imports.get(await preview(shop, csv, supplierId))
  const { id, created, updated, unchanged, failed, left: soldOut } = await run(shop, csv, supplierId)
  const rows = (await shop.rows(id)).map(({ line, outcome, name, reason }) => ({ line, outcome, name, reason }))
  const [supplier] = await shop.suppliers.list()
  return { preview: { left, leftOf }, created, updated, unchanged, failed, soldOut, rows, on: supplier?.products }
}

async function preview(shop: Shop, csv: string, supplierId: string): Promise<string> {
  const { id } = await shop.send(csv, { mode: 'upsert', preview: true, supplierId })
  await shop.work()
  return id
}

describe('the undo of a supplier’s list', () => {
  it('takes off the list what it added', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list(upTo(5)), supplierId)
    const before = await notes(shop)
    // One that the shop had already, and one that it had not.
    const { id } = await run(shop, list(upTo(7)), supplierId)
    expect(await notes(shop)).toHaveLength(7)
    await undo(shop, id)
    expect(await notes(shop)).toEqual(before)
  })

  it('takes off the list what it named without changing it', async () => {
    const { shop, supplierId } = await openShop()
    const { id, unchanged } = await run(shop, list(upTo(6), { price: '9.00' }), supplierId)
    expect(unchanged).toBe(6)
    expect(await notes(shop)).toHaveLength(6)
    await undo(shop, id)
    expect(await notes(shop)).toEqual([])
  })

  it('puts back on the list what had left with it', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list(upTo(6)), supplierId)
    const before = await notes(shop)
    const { id, left } = await run(shop, list(upTo(5)), supplierId)
    expect(left).toBe(1)
    await undo(shop, id)
    expect(await notes(shop)).toEqual(before)
  })

  it('takes off the list again what had left before', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list(upTo(6)), supplierId)
    await run(shop, list(upTo(5)), supplierId)
    const before = await notes(shop)
    const { id } = await run(shop, list(upTo(6)), supplierId)
    await undo(shop, id)
    expect(await notes(shop)).toEqual(before)
    expect(await nextList(shop, list(upTo(5)), supplierId)).toMatchObject({
      preview: { left: 0, leftOf: 5 },
      soldOut: 0,
      on: 5,
    })
  })

  it('forgets the EANs that only it had, and knows those of before', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list([1, 2], { eans: { 1: EAN_A } }), supplierId)
    const before = await notes(shop)
    const { id } = await run(shop, list([1, 2], { eans: { 1: EAN_B, 2: EAN_C } }), supplierId)
    await undo(shop, id)
    expect(await notes(shop)).toEqual(before)
    const renamed = [EAN_A, EAN_B, EAN_C].map((ean, index) => `,Other ${index},Other,1.00,4,${ean}\n`)
    const { rows } = await nextList(shop, `sku,name,brand,price,stockQuantity,EAN\n${renamed.join('')}`, supplierId)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'created'])
  })

  it('lets the next list do what it would have done had the undone one never come', async () => {
    const first = list(upTo(6), { eans: { 1: EAN_A, 2: EAN_B } })
    const second = list(upTo(5), { eans: { 1: EAN_A, 2: EAN_B } })
    const wrong = list([6, 5, 4, 3, 2, 7, 8, 9], { eans: { 2: EAN_A, 3: EAN_B, 7: EAN_C }, price: '77.00' })
    const next = list([1, 2, 3, 4, 8], { eans: { 1: EAN_B, 2: EAN_C, 8: EAN_A }, price: '11.00' })
    const results = []
    for (const hasCome of [false, true]) {
      const { shop, supplierId } = await openShop()
      await run(shop, first, supplierId)
      await run(shop, second, supplierId)
      if (hasCome) await undo(shop, (await run(shop, wrong, supplierId)).id)
      results.push(await nextList(shop, next, supplierId))
    }
    expect(results[1]).toEqual(results[0])
  })

  it('leaves what a newer list has noted', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list([1, 2]), supplierId)
    const older = await run(shop, list(upTo(6), { eans: { 1: EAN_A, 2: EAN_C } }), supplierId)
    // It has five of them, with another EAN for the first and the same for the second; the sixth leaves.
    await run(shop, list(upTo(5), { eans: { 1: EAN_B, 2: EAN_C } }), supplierId)
    const before = await notes(shop)
    await undo(shop, older.id)
    expect(await notes(shop)).toEqual(before)
    expect(await nextList(shop, list(upTo(5)), supplierId)).toMatchObject({ preview: { left: 0, leftOf: 5 }, on: 5 })
  })

  it('forgets the EANs that only it named, also of products that a newer list has without', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list([1, 2], { eans: { 1: EAN_A } }), supplierId)
    const older = await run(shop, list([1, 2, 3], { eans: { 1: EAN_B, 2: EAN_C, 3: '4012345678932' } }), supplierId)
    await run(shop, list([1, 2, 3]), supplierId)
    await undo(shop, older.id)
    expect((await notes(shop)).map(({ productId, gtin }) => [productId, gtin])).toEqual([
      [1, EAN_A],
      [2, undefined],
      [3, undefined],
    ])
  })

  it('leaves what was before both of two lists that are undone at the same time', async () => {
    const { shop } = await openShop()
    const numbers = upTo(6)
    const older = await run(shop, list(numbers, { price: '11.00' }))
    const newer = await run(shop, list(numbers, { price: '12.00' }))
    for (const { id } of [older, newer]) await shop.imports.undo(id, BY)
    await Promise.all(
      [older, newer].map(({ id }) => shop.work(() => {}, { name: 'undo-import', payload: { importId: id } })),
    )
    const prices = ((await shop.products()) as unknown as { priceCents: number }[]).map(({ priceCents }) => priceCents)
    expect(prices).toEqual(numbers.map(() => 900))
  })

  it('leaves no EAN that only undone lists named, whichever was undone first', async () => {
    for (const isOlderFirst of [false, true]) {
      const { shop, supplierId } = await openShop()
      await run(shop, list([1, 2, 3]), supplierId)
      const before = await notes(shop)
      const older = await run(shop, list([1, 2, 3], { eans: { 1: EAN_A, 2: EAN_B } }), supplierId)
      const newer = await run(shop, list([1, 2, 3], { eans: { 1: EAN_A, 2: EAN_C } }), supplierId)
      for (const { id } of isOlderFirst ? [older, newer] : [newer, older]) await undo(shop, id)
      const eans = (all: typeof before) => all.map(({ _id, gtin, gtinBy }) => [_id, gtin, gtinBy])
      expect(eans(await notes(shop))).toEqual(eans(before))
    }
  })

  it('leaves nothing when the newer list is undone, too', async () => {
    for (const isOlderFirst of [false, true]) {
      const { shop, supplierId } = await openShop()
      await run(shop, list([1, 2]), supplierId)
      const before = await notes(shop)
      const older = await run(shop, list([1, 3, 4], { price: '9.00' }), supplierId)
      const newer = await run(shop, list([1, 3, 5], { price: '8.00' }), supplierId)
      for (const { id } of isOlderFirst ? [older, newer] : [newer, older]) await undo(shop, id)
      const left = await notes(shop)
      expect(left.map(({ _id, leftWith }) => [_id, leftWith])).toEqual(
        before.map(({ _id, leftWith }) => [_id, leftWith]),
      )
      if (!isOlderFirst) expect(left).toEqual(before)
    }
  })

  it.each([
    [1, 'one supplier'],
    [2, 'one supplier'],
    [3, 'two suppliers'],
  ])(
    'of three lists leaves what was before them, in whichever order it comes (%i, of %s)',
    { timeout: patient(120_000) },
    async (seed, whose) => {
      const random = createRandom(seed)
      const aList = () => {
        const numbers = upTo(8).filter((number) => number === 1 || random.next() < 0.6)
        const free = [EAN_A, EAN_B, EAN_C]
        const named = numbers.filter(() => random.next() < 0.4)
        const eans = Object.fromEntries(named.map((number) => [number, free.pop() ?? '']))
        return list(numbers, { eans, price: `${5 + random.below(3)}.00` })
      }
      const [first, second, ...others] = [aList(), aList(), aList(), aList(), aList()]
      for (const order of [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
      ]) {
        const { shop, supplierId } = await openShop()
        const another = await shop.suppliers.create({ ...RULES, name: 'Another' }, BY)
        const suppliers = whose === 'one supplier' ? [supplierId, supplierId] : [supplierId, another.id]
        await run(shop, first ?? '', suppliers[0])
        await run(shop, second ?? '', suppliers[1])
        const before = { notes: await notes(shop), products: await shop.products() }
        const ids: string[] = []
        for (const [i, csv] of others.entries()) ids.push((await run(shop, csv, suppliers[i % 2])).id)
        for (const at of order) await undo(shop, ids[at] ?? '')
        expect({ notes: await notes(shop), products: await shop.products() }, `${order}`).toEqual(before)
        for (const id of ids) expect((await shop.imports.get(id)).undo?.kept).toEqual([])
      }
    },
  )

  it('leaves what a newer list has set again as it was', async () => {
    const shop = await openImports()
    const priceOf = async () =>
      (await shop.products()).map((product) => (product as { priceCents?: number }).priceCents)
    await run(shop, list([1], { price: '9.00' }))
    const [older, between] = [
      await run(shop, list([1], { price: '10.00' })),
      await run(shop, list([1], { price: '11.00' })),
    ]
    await run(shop, list([1], { price: '10.00' }))
    await undo(shop, older.id)
    await undo(shop, between.id)
    expect(await priceOf()).toEqual([1000])
    expect((await shop.imports.get(older.id)).undo).toMatchObject({ restored: 0, kept: [{ name: 'Nettle 1' }] })
  })

  it.each([
    ['stock', 'stockQuantity', { before: 4, set: 9, typed: 12 }, { stock: 9 }],
    ['price', 'priceCents', { before: 1000, set: 1100, typed: 1200 }, { price: '11.00' }],
  ] as const)(
    'leaves the %s that staff typed since, also where it is what it had set',
    async (_, field, values, set) => {
      const shop = await openImports()
      const products = shop.database.connection.collection<Stored>('products')
      const isStock = field === 'stockQuantity'
      await run(shop, list(upTo(6)))
      const { id } = await run(shop, list(upTo(6), set))
      const ids = (await products.find({}).sort({ _id: 1 }).toArray()).map(({ _id }) => _id)
      const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = ids
      const type = (product: number, edit: ProductEdit) => shop.staff.update(product, edit, BY)
      const sell = (product: number, pieces: number) =>
        products.updateOne({ _id: product }, { $inc: { stockQuantity: -pieces } })
      await type(one, { [field]: values.typed })
      await type(one, { [field]: values.set })
      // What changed by itself, and was typed again.
      await products.updateOne({ _id: two }, { $set: { [field]: values.typed } })
      await type(two, { [field]: values.set })
      // Nothing was changed, or something else.
      await type(three, { [field]: values.set })
      await type(four, isStock ? { priceCents: 1500 } : { stockQuantity: 7 })
      // Sold, and back again.
      await sell(five, 2)
      await sell(five, -2)
      await type(six, { [field]: values.typed })

      await undo(shop, id)
      const { set: kept, before, typed } = values
      const left = await products.find({}).sort({ _id: 1 }).toArray()
      expect(left.map((product) => product[field])).toEqual([kept, kept, before, before, before, typed])
      expect((await shop.imports.get(id)).undo).toMatchObject({ restored: 3, keptCount: 3 })
    },
  )

  it('leaves what it created and customers have bought or reviewed since, also where staff hide the review', async () => {
    const shop = await openImports()
    const { id } = await run(shop, list([1, 2, 3, 4]))
    const products = shop.database.connection.collection('products')
    await products.updateOne({ sku: 'N-1' }, { $set: { reviewCount: 1, rating: 5 } })
    await products.updateOne({ sku: 'N-2' }, { $set: { stockQuantity: 3 } })
    const hidden = await products.findOne({ sku: 'N-3' })
    await shop.database.connection
      .collection<{ _id: string; productId: unknown; hiddenAt: Date }>('reviews')
      .insertOne({ _id: 'hidden', productId: hidden?._id, hiddenAt: new Date() })
    await undo(shop, id)
    const left = await products.find({}).sort({ _id: 1 }).toArray()
    expect(left.map(({ sku }) => sku as string)).toEqual(['N-1', 'N-2', 'N-3'])
    expect((await shop.imports.get(id)).undo).toMatchObject({ removed: 1, keptCount: 3 })
  })

  it('puts back on sale what had left with it, whatever else of it was edited since', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list([1, 2, 3, 4, 5, 6]), supplierId)
    const { id } = await run(shop, list([1, 2, 3, 4, 5]), supplierId)
    const products = shop.database.connection.collection('products')
    await products.updateOne({ sku: 'N-6' }, { $set: { description: 'A better text' } })
    await undo(shop, id)
    expect(await products.findOne({ sku: 'N-6' })).toMatchObject({
      inStock: true,
      stockQuantity: 4,
      description: 'A better text',
    })
  })

  it('leaves what another supplier’s list has noted of the same product', async () => {
    const { shop, supplierId } = await openShop()
    const { id: other } = await shop.suppliers.create({ ...RULES, name: 'Another' }, BY)
    await run(shop, list(upTo(5), { eans: { 1: EAN_A } }), other)
    const before = await notes(shop)
    const { id } = await run(shop, list(upTo(6), { eans: { 1: EAN_B, 2: EAN_C } }), supplierId)
    await run(shop, list(upTo(5), { eans: { 1: EAN_A } }), other)
    const between = (await notes(shop)).filter((note) => note.supplierId === other)
    await undo(shop, id)
    expect(await notes(shop)).toEqual(between)
    expect(between.map(({ _id, gtin }) => [_id, gtin])).toEqual(before.map(({ _id, gtin }) => [_id, gtin]))
  })

  it('that deletes a product of another list leaves its EAN to the one that takes its place', async () => {
    const { shop, supplierId } = await openShop()
    const { id: other } = await shop.suppliers.create({ ...RULES, name: 'Another' }, BY)
    const { id } = await run(shop, list([7], { eans: { 7: EAN_A } }), supplierId)
    await run(shop, list([7], { eans: { 7: EAN_A } }), other)
    await undo(shop, id)
    expect(await run(shop, list([7], { eans: { 7: EAN_A } }), other)).toMatchObject({ created: 1 })
    const renamed = `sku,name,brand,price,stockQuantity,EAN\n,Nettle Seven,Nettle,10.00,4,${EAN_A}\n`
    expect(await run(shop, renamed, other)).toMatchObject({ created: 0, updated: 1 })
  })

  it('puts the same back when it is interrupted and repeated', { timeout: patient(120_000) }, async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => index + 1)
    const eans = (offset: number) =>
      Object.fromEntries(many.map((number) => [number, String(4_000_000_000_000 + number * 10 + offset)]))
    const { shop, supplierId } = await openShop()
    await run(shop, list(many, { eans: eans(1) }), supplierId)
    await run(shop, list(many.slice(100), { eans: eans(1) }), supplierId)
    const before = await notes(shop)
    const { id } = await run(
      shop,
      list([...many.slice(0, 1_400), ...many.map((number) => number + 5_000)], { eans: eans(2), price: '12.00' }),
      supplierId,
    )
    await shop.imports.undo(id, BY)
    let kills = 0
    for (; kills < 5; kills += 1) {
      let calls = 0
      const worked = await shop.work(() => {
        calls += 1
        if (calls >= 2) throw new Error('killed by the test')
      })
      expect(worked).toBe('killed')
    }
    await shop.work()
    await shop.work()
    expect(await shop.imports.get(id)).toMatchObject({ state: 'undone' })
    expect(await notes(shop)).toEqual(before)
  })

  it('takes off the list what a version of the shop added that did not keep what was noted before', async () => {
    const { shop, supplierId } = await openShop()
    await run(shop, list(upTo(6)), supplierId)
    const before = await notes(shop)
    const { id } = await run(shop, list([1, 2, 3, 4, 5, 7]), supplierId)
    await shop.database.connection.collection('import_rows').updateMany({}, { $unset: { notesBefore: true } })
    await undo(shop, id)
    const left = await notes(shop)
    expect(left.map(({ _id, leftWith }) => [_id, leftWith])).toEqual(before.map(({ _id, leftWith }) => [_id, leftWith]))
  })
})

describe('how a supplier’s list was understood', () => {
  /** Imports a list as staff do, who have looked at its preview. */
  async function start(shop: Shop, csv: string, supplierId: string): Promise<string> {
    const id = await preview(shop, csv, supplierId)
    await shop.imports.start(id, BY)
    await shop.work()
    return id
  }
  const LIST = list(upTo(3))
  const OTHER_LIST = 'Title,Make,Price,EAN\nNettle 1,Nettle,5.00,\nNettle 2,Nettle,5.00,\nNettle 3,Nettle,5.00,\n'
  const readingOf = async (shop: Shop) => (await shop.suppliers.list())[0]?.reading

  it('is forgotten with an undone list, and is again as the list before it taught', async () => {
    const { shop, supplierId } = await openShop()
    const first = await start(shop, LIST, supplierId)
    const before = await readingOf(shop)
    expect(before?.columns).toHaveLength(6)
    const second = await start(shop, OTHER_LIST, supplierId)
    expect((await readingOf(shop))?.columns).toHaveLength(4)
    await undo(shop, second)
    expect(await readingOf(shop)).toEqual(before)
    await undo(shop, first)
    expect(await readingOf(shop)).toBeNull()
  })

  it('stays as a newer list has taught it', async () => {
    const { shop, supplierId } = await openShop()
    const older = await start(shop, LIST, supplierId)
    await start(shop, OTHER_LIST, supplierId)
    const before = await readingOf(shop)
    await undo(shop, older)
    expect(await readingOf(shop)).toEqual(before)
  })

  it('learns nothing from a list of its failed rows, and stays when that one is undone', async () => {
    const { shop, supplierId } = await openShop()
    const id = await start(shop, `${LIST}N-7,Nettle 7,Nettle,many,4,\n`.replaceAll(',', ';'), supplierId)
    const before = await readingOf(shop)
    const corrected = await shop.imports.correctFailed(id, BY)
    await shop.work()
    const mends = [{ line: 2, header: 'price', text: '7.00' }]
    await shop.imports.remap(corrected.id, { mapping: {}, mends })
    await shop.work()
    await shop.imports.start(corrected.id, BY)
    await shop.work()
    expect(await readingOf(shop)).toEqual(before)
    await undo(shop, corrected.id)
    expect(await readingOf(shop)).toEqual(before)
  })
})
