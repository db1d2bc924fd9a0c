import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductContent } from '#modules/catalog'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { staffScript } from '../../testing/staff-requests.ts'

const PLAIN: ProductContent = {
  sku: null,
  name: 'Plain',
  description: '',
  brand: 'Zyx',
  category: 'printers',
  priceCents: 12_900,
  originalPriceCents: null,
  image: '',
  images: [],
  tags: [],
  inStock: true,
  stockQuantity: 3,
  awaitsPrice: false,
  isFeatured: false,
  isBusinessProduct: false,
  specifications: {},
  features: [],
  fits: [],
  pageYield: null,
  supplyColor: null,
}

const ODD: readonly Partial<ProductContent>[] = [
  { name: 'Quote "and", comma; pipe | tab', description: 'Line one\nLine "two"\n\n  indented\nlast' },
  { name: 'Größe Überschär – ™ 🖨️ ñ', brand: 'Müller & Söhne', sku: 'ÄÖ-ß' },
  { name: '=SUM(A1:A9)', sku: '+49 1', description: '-5 % today', brand: '@home' },
  { name: "'=quoted formula", sku: "''-x", description: "'plain apostrophe" },
  { name: 'Total Office Pack', brand: '' },
  { name: 'Given away', priceCents: 0 },
  { name: 'Given away and made to order', priceCents: 0, stockQuantity: 0 },
  { name: 'Waits for a price', priceCents: 0, inStock: false, awaitsPrice: true },
  { name: 'Off sale without a price', priceCents: 0, inStock: false },
  { name: 'Made to order', stockQuantity: 0 },
  { name: 'Sold out', stockQuantity: 0, inStock: false },
  { name: 'Off sale with pieces', stockQuantity: 1_000_000, inStock: false, priceCents: 9_999_999_999 },
  { name: 'On sale', priceCents: 1, originalPriceCents: 100_000, tags: ['sale', 'new'], isFeatured: true },
  { name: 'Original of nothing', originalPriceCents: 0, isBusinessProduct: true },
  {
    name: 'With lists',
    features: ['A | B', '"quoted"', '[draft]', '=1+1', 'last'],
    images: ['a.svg', 'https://cdn.example/a|b.png?x=1,2'],
    image: 'a.svg',
  },
  { name: 'List like JSON', features: ['["a"]', 'b'] },
  {
    name: 'Digits',
    specifications: { '802.11': 'ac', '10': 'ten', 'EAN/UPC': '0012345678905', Empty: '', 'A:B': '"' },
  },
  { name: 'No number', specifications: { 'EAN/UPC': 'on request' } },
  { name: 'Free text', specifications: 'Quiet, and | small' },
  { name: 'Text that looks like pairs', specifications: 'Speed: 38 ppm\nDuplex: yes' },
  { name: 'Text that looks like JSON', specifications: '{see box}' },
  { name: 'Text in quotes', specifications: '"quoted"' },
  { name: 'Text', specifications: '-' },
  {
    name: 'Toner "X"',
    category: 'supplies',
    fits: ['Laser 1, black', 'QP | 2', '-3'],
    pageYield: 10_000_000,
    supplyColor: 'black',
  },
  { name: 'Same name', brand: 'One' },
  { name: 'Same name', brand: 'Two' },
]

describe('the export of products', () => {
  let shop: RunningShop
  let staff: { readonly Authorization: string }
  let imports: ImportClient
  beforeAll(async () => {
    shop = await startShop()
    staff = await staffScript(shop)
    imports = importClient(shop, staff)
    const { database, catalog } = shop.shop
    const create = ODD.map((each) => ({ ...PLAIN, ...each }))
    await database.transaction((tx) => catalog.writeProducts(tx, { create }))
  })
  afterAll(() => shop.stop())

  const download = async (query = ''): Promise<string> =>
    (await request(shop.app.server).get(`/api/admin/products.csv${query}`).set(staff).buffer(true).expect(200)).text

  it('imports again without changing one of them, however odd their values are', async () => {
    const csv = await download()
    expect(csv.startsWith('\ufeffcategory,brand,sku,name,price,')).toBe(true)
    const again = await imports.run(csv, { mode: 'upsert', preview: 'true' })
    const { rows } = await imports.rows(again.id, '?limit=100')
    expect(rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
    const { total } = await shop.shop.catalog.listProductsForStaff({ limit: 1, offset: 0 })
    expect(again).toMatchObject({ state: 'previewed', unchanged: total, rowsTotal: total })
  })

  it('has what the table has, in its order', async () => {
    const namesOf = (csv: string) => csv.trimEnd().split('\r\n').slice(1)
    expect(namesOf(await download('?search=no+such+thing+anywhere'))).toEqual([])
    const toners = namesOf(await download('?category=supplies&sort=price-high'))
    expect(toners.length).toBeGreaterThan(2)
    expect(toners.every((row) => row.startsWith('supplies,'))).toBe(true)
    const prices = await shop.shop.catalog.listIdsForStaff({ category: 'supplies', sort: 'price-high' })
    expect(toners).toHaveLength(prices.length)
  })
})
