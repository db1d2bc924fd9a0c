import { describe, expect, it } from 'vitest'
import { BY, openImports } from '../../../testing/open-imports.ts'
import { aWorkbook } from './testing/workbook-writer.ts'

type Shop = Awaited<ReturnType<typeof openImports>>

/** Imports a list to its end. */
async function run(shop: Shop, csv: string, supplierId?: string) {
  const { id } = await shop.send(csv, { mode: 'upsert', ...(supplierId && { supplierId }) })
  await shop.work()
  return shop.imports.get(id)
}

async function aSupplier(shop: Shop, key: 'name' | 'gtin' | 'sku', name = 'Wholesale'): Promise<string> {
  return (await shop.suppliers.create({ name, key, priceRule: null, whenLeft: 'keep' }, BY)).id
}

const priceOf = async (shop: Shop, name: string) =>
  ((await shop.products()) as unknown as { name: string; priceCents: number }[]).find((each) => each.name === name)
    ?.priceCents

describe('a row that finds its product by name, with a number that another product has', () => {
  it.each([
    ['changes a product without a number', 'Acme'],
    ['is new', 'Other'],
  ])('fails alone where it %s', async (_what, brand) => {
    const shop = await openImports()
    await run(shop, `sku,name,brand,price\nT-1,Old toner,Acme,8.00\n,Toner A,${brand},9.00\n`)
    const list = 'sku,name,brand,price\nT-1,Toner A,Acme,10.00\nT-2,Toner B,Acme,11.00\n'
    const done = await run(shop, list, await aSupplier(shop, 'name'))
    expect(done).toMatchObject({ state: 'finished', created: 1, updated: 0, failed: 1 })
    expect((await shop.rows(done.id))[0]).toMatchObject({
      outcome: 'failed',
      reason: 'The sku "T-1" belongs to another product, "Old toner".',
    })
  })
})

describe('two products of a list with one name', () => {
  it('stay two by their EANs, wherever in the list they are', async () => {
    const shop = await openImports()
    const supplierId = await aSupplier(shop, 'gtin')
    const row = (number: number, price: string) =>
      `${number % 250 === 1 ? 'Twin' : `Nettle ${number}`},Nettle,${price},${4_000_000_000_000 + number}\n`
    const list = (price: string) =>
      `name,brand,price,EAN\n${Array.from({ length: 251 }, (_, index) => row(index + 1, price)).join('')}`
    expect(await run(shop, list('10.00'), supplierId)).toMatchObject({ created: 251, updated: 0 })
    expect(await run(shop, list('11.00'), supplierId)).toMatchObject({ created: 0, updated: 251 })
  })
})

describe('two products of a list with the name of one that the shop has', () => {
  it('stay two by their EANs, each time that the list comes', async () => {
    const shop = await openImports()
    await run(shop, 'sku,name,brand,price\nOURS,Twin,Nettle,10.00\n')
    const supplierId = await aSupplier(shop, 'gtin')
    const rows = ['Twin,Nettle,10.00,4000000000001\n', 'Twin,Nettle,12.00,4000000000002\n']
    const list = (those: readonly string[]) => `name,brand,price,EAN\n${those.join('')}`
    expect(await run(shop, list(rows), supplierId)).toMatchObject({ updated: 1, created: 1, failed: 0 })
    for (const those of [rows, rows.toReversed()])
      expect(await run(shop, list(those), supplierId)).toMatchObject({ unchanged: 2, updated: 0, created: 0 })
    const products = (await shop.products()) as unknown as { sku?: string; priceCents: number }[]
    expect(products.map(({ sku, priceCents }) => [sku ?? null, priceCents])).toEqual([
      ['OURS', 1000],
      [null, 1200],
    ])
  })

  it('stay two where the list before had only one of them', async () => {
    const shop = await openImports()
    const supplierId = await aSupplier(shop, 'gtin')
    const list = (...rows: readonly string[]) => `name,brand,price,EAN\n${rows.join('')}`
    const known = 'Twin,Nettle,10.00,4000000000001\n'
    await run(shop, list(known), supplierId)
    const both = list('Twin,Nettle,12.00,4000000000002\n', known)
    expect(await run(shop, both, supplierId)).toMatchObject({ unchanged: 1, created: 1, updated: 0 })
  })
})

describe('one product that lists name by the same number with and without zeros before it', () => {
  it('is one, for every supplier, and keeps the number as it was written first', async () => {
    const shop = await openImports()
    const list = (name: string, ean: string) => `name,brand,price,EAN\n${name},Nettle,10.00,${ean}\n`
    await run(shop, list('Nettle toner', '036000291452'), await aSupplier(shop, 'gtin', 'By UPC'))
    const others = { 'By EAN': '0036000291452', 'From a spreadsheet': '36000291452', 'By GTIN': '00036000291452' }
    for (const [supplier, ean] of Object.entries(others)) {
      const done = await run(shop, list(`Toner ${supplier}`, ean), await aSupplier(shop, 'gtin', supplier))
      expect(done).toMatchObject({ created: 0, updated: 1, failed: 0 })
    }
    const specifications = [{ name: 'EAN/UPC', value: '036000291452' }]
    expect(await shop.products()).toMatchObject([{ specifications }])
    const twice = `name,brand,price,EAN\nOne,Nettle,10.00,036000291452\nTwo,Nettle,11.00,0036000291452\n`
    expect(await run(shop, twice, await aSupplier(shop, 'gtin', 'Twice'))).toMatchObject({ updated: 1, failed: 1 })
  })
})

describe('two products with one EAN', () => {
  it('are told apart by their age: a list means the one that was there first', async () => {
    const shop = await openImports()
    const list = (sku: string, price: string) =>
      `sku,name,brand,price,EAN\n${sku},Toner ${sku},Nettle,${price},4006381333931\n`
    await run(shop, list('A-1', '10.00'), await aSupplier(shop, 'sku', 'First'))
    await run(shop, list('B-1', '11.00'), await aSupplier(shop, 'sku', 'Second'))
    const third = await aSupplier(shop, 'gtin', 'Third')
    expect(await run(shop, list('A-1', '12.00'), third)).toMatchObject({ updated: 1, failed: 0 })
    expect([await priceOf(shop, 'Toner A-1'), await priceOf(shop, 'Toner B-1')]).toEqual([1200, 1100])
  })
})

describe('two products of lists that spell one number otherwise, from a version before one was enough', () => {
  it('stay the products of their lists', async () => {
    const shop = await openImports()
    const list = (name: string, ean: string, price: string) => `name,brand,price,EAN\n${name},Nettle,${price},${ean}\n`
    const lists = { 'By UPC': '36000291452', 'By EAN': '0036000291452' }
    const suppliers = new Map<string, string>()
    for (const name of Object.keys(lists)) suppliers.set(name, await aSupplier(shop, 'gtin', name))
    await run(shop, list('Toner By UPC', lists['By UPC'], '10.00'), suppliers.get('By UPC'))
    await run(shop, list('Toner By EAN', '4006381333931', '10.00'), suppliers.get('By EAN'))
    // That version found no product by another spelling, and made one.
    const notes = shop.database.connection.collection('supplier_products')
    await notes.updateOne({ gtin: '4006381333931' }, { $set: { gtin: lists['By EAN'] } })
    for (const [name, ean] of Object.entries(lists)) {
      const done = await run(shop, list(`Toner ${name}`, ean, '12.00'), suppliers.get(name))
      expect(done).toMatchObject({ created: 0, updated: 1, failed: 0 })
    }
    const products = (await shop.products()) as unknown as { name: string; priceCents: number }[]
    expect(products.map(({ name, priceCents }) => [name, priceCents])).toEqual([
      ['Toner By UPC', 1200],
      ['Toner By EAN', 1200],
    ])
  })
})

describe('a workbook that shows numbers of articles otherwise than a version before this one read them', () => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
    <numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts>
    <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
  const rows = [
    ['sku', 'name', 'price'],
    [42, 'Zero toner', 12],
    [1.234, 'Point toner', 12],
    [43, 'Other toner', 12],
  ]
  const workbook = aWorkbook([{ name: 'A', rows }], (xml) => xml.replace(/<c (r="A[24]")>/g, '<c $1 s="1">'), {
    'xl/styles.xml': styles,
  })

  async function read(shop: Shop, supplierId: string) {
    const parts = async function* () {
      yield workbook
    }
    const file = await shop.imports.storeFile({ fileName: 'list.xlsx', mimeType: '', bytes: parts() })
    const { id } = await shop.imports.begin(file, { mode: 'upsert', blank: 'keep', until: 'import', supplierId }, BY)
    await shop.work()
    return shop.imports.get(id)
  }

  it('finds the products of its supplier, which keep their numbers, and nobody else’s', async () => {
    const shop = await openImports()
    const [own, others] = [await aSupplier(shop, 'sku'), await aSupplier(shop, 'sku', 'Others')]
    await run(shop, 'sku,name,price\n42,Zero toner,10.00\n1.2340,Point toner,10.00\n', own)
    await run(shop, 'sku,name,price\n43,Ink of others,5.00\n', others)
    expect(await read(shop, own)).toMatchObject({ state: 'finished', created: 1, updated: 2, failed: 0 })
    const products = (await shop.products()) as unknown as { name: string; sku: string; priceCents: number }[]
    expect(products.map(({ name, sku, priceCents }) => [name, sku, priceCents])).toEqual([
      ['Zero toner', '42', 1200],
      ['Point toner', '1.2340', 1200],
      ['Ink of others', '43', 500],
      ['Other toner', '00043', 1200],
    ])
    expect(await read(shop, own)).toMatchObject({ state: 'finished', created: 0, updated: 0, unchanged: 3 })
  })
})

describe('a workbook with two articles whose numbers differ by the zeros before them', () => {
  it('changes the one that the shop has, and brings the other', async () => {
    const shop = await openImports()
    const supplierId = await aSupplier(shop, 'sku')
    await run(shop, 'sku,name,price\n42,Plain toner,10.00\n', supplierId)
    const rows = [
      ['sku', 'name', 'price'],
      ['00042', 'Zero toner', 12],
      ['42', 'Plain toner', 13],
    ]
    const parts = async function* () {
      yield aWorkbook([{ name: 'A', rows }])
    }
    const file = await shop.imports.storeFile({ fileName: 'list.xlsx', mimeType: '', bytes: parts() })
    await shop.imports.begin(file, { mode: 'upsert', blank: 'keep', until: 'import', supplierId }, BY)
    await shop.work()
    expect([await priceOf(shop, 'Plain toner'), await priceOf(shop, 'Zero toner')]).toEqual([1300, 1200])
  })
})

describe('a list that was interrupted, and another one that came meanwhile', () => {
  const list = (price: string, from = 1) =>
    `sku,name,price\n${Array.from({ length: 251 - from }, (_, index) => `M-${from + index},Mix ${from + index},${price}\n`).join('')}`

  async function crossed() {
    const shop = await openImports()
    await run(shop, list('100.00'))
    const older = await shop.send(list('120.00'), { mode: 'upsert' })
    const job = shop.allJobs().at(-1)
    let groups = 0
    const worked = await shop.work((moment) => {
      if (moment === 'inside' && ++groups === 2) throw new Error('killed by the test')
    })
    expect(worked).toBe('killed')
    const newer = await run(shop, list('110.00', 250))
    await shop.work(undefined, job)
    expect(await shop.imports.get(older.id)).toMatchObject({ state: 'finished', updated: 250 })
    expect(await priceOf(shop, 'Mix 250')).toBe(12_000)
    const undo = async (id: string) => {
      await shop.imports.undo(id, BY)
      await shop.work()
    }
    return { shop, older: older.id, newer: newer.id, undo }
  }

  it('leaves what the other one made when it is undone, and was the last to write', async () => {
    const { shop, older, newer, undo } = await crossed()
    await undo(older)
    expect((await shop.imports.get(older)).undo).toMatchObject({ restored: 250, keptCount: 0 })
    expect(await priceOf(shop, 'Mix 250')).toBe(11_000)
    await undo(newer)
    expect(await priceOf(shop, 'Mix 250')).toBe(10_000)
  })

  it('leaves what was before both when the other one is undone first', async () => {
    const { shop, older, newer, undo } = await crossed()
    await undo(newer)
    expect(await priceOf(shop, 'Mix 250')).toBe(12_000)
    await undo(older)
    expect(await priceOf(shop, 'Mix 250')).toBe(10_000)
  })
})

describe('a list that was interrupted before it sold out what had left it', () => {
  it('sells out nothing that a newer list of its supplier has', async () => {
    const shop = await openImports()
    const rules = { name: 'Wholesale', key: 'sku', priceRule: null, whenLeft: 'sold-out' } as const
    const { id: supplierId } = await shop.suppliers.create(rules, BY)
    const list = (count: number, price: string) =>
      `sku,name,price,stockQuantity\n${Array.from({ length: count }, (_, index) => `M-${index},Mix ${index},${price},4\n`).join('')}`
    await run(shop, list(20, '10.00'), supplierId)
    const older = await shop.send(list(19, '11.00'), { mode: 'upsert', supplierId })
    const job = shop.allJobs().at(-1)
    let writes = 0
    const worked = await shop.work((moment) => {
      if (moment === 'inside' && ++writes === 2) throw new Error('killed by the test')
    })
    expect(worked).toBe('killed')
    await run(shop, list(21, '12.00'), supplierId)
    await shop.work(undefined, job)
    expect(await shop.imports.get(older.id)).toMatchObject({ state: 'finished', left: 0 })
    const soldOut = ((await shop.products()) as unknown as { name: string; inStock: boolean }[]).filter(
      ({ inStock }) => !inStock,
    )
    expect(soldOut).toEqual([])
    expect((await shop.suppliers.list())[0]?.products).toBe(21)
  })
})

describe('a workbook of which another sheet is asked for', () => {
  const sheet = (name: string, header: string, count: number) => ({
    name,
    rows: [['sku', 'name', header], ...Array.from({ length: count }, (_, i) => [`${name}-${i}`, `${name} ${i}`, 5])],
  })
  async function previewed() {
    const shop = await openImports()
    const bytes = aWorkbook([sheet('Main', 'price', 2), sheet('Notes', 'constructor', 3), sheet('Other', 'price', 4)])
    const parts = async function* () {
      yield bytes
    }
    const file = await shop.imports.storeFile({ fileName: 'list.xlsx', mimeType: '', bytes: parts() })
    const { id } = await shop.imports.begin(file, { mode: 'create', blank: 'keep', until: 'preview' }, BY)
    await shop.work()
    return { shop, id }
  }
  const namesIn = async (shop: Shop) =>
    ((await shop.products()) as unknown as { name: string }[]).map(({ name }) => name)

  it('is imported as it was looked at, when the other one is refused', async () => {
    const { shop, id } = await previewed()
    await expect(shop.imports.readSheet(id, 'Notes')).rejects.toMatchObject({ code: 'RESERVED_HEADER' })
    await shop.imports.start(id, BY)
    await shop.work()
    expect(await namesIn(shop)).toEqual(['Main 0', 'Main 1'])
  })

  it('is imported as it was looked at, when it is started meanwhile', async () => {
    const { shop, id } = await previewed()
    const other = shop.imports.readSheet(id, 'Other')
    await shop.imports.start(id, BY)
    await expect(other).rejects.toThrow('only before the import is started')
    await shop.work()
    expect(await namesIn(shop)).toEqual(['Main 0', 'Main 1'])
  })

  it('is imported from the other one when that is chosen', async () => {
    const { shop, id } = await previewed()
    expect(await shop.imports.readSheet(id, 'Other')).toMatchObject({ state: 'mapping', sheet: 'Other', rowsTotal: 4 })
    await shop.imports.remap(id, { mapping: {} })
    await shop.work()
    await shop.imports.start(id, BY)
    await shop.work()
    expect(await namesIn(shop)).toHaveLength(4)
  })
})
