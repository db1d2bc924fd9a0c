import { expect, it } from 'vitest'
import type { Product } from '#modules/catalog'
import { aProduct } from '../../../catalog/testing/product-builder.ts'
import type { SupplierKey } from '../supplier-terms.ts'
import { decideGroup, withRepeats } from './decide-group.ts'
import { readRow } from './read-row.ts'

const EAN = '4006381333931'
const FIELDS = ['sku', 'name', 'brand', 'price', 'gtin'] as const

/** What becomes of the rows of a group, and the prices that they give to products. @param fields those that it has columns for */
function decide(
  rows: readonly (readonly string[])[],
  products: readonly Product[],
  {
    key = 'sku' as SupplierKey,
    named = {} as Readonly<Record<string, Product>>,
    fields = FIELDS as readonly (typeof FIELDS)[number][],
    meantBefore = [] as readonly number[],
  } = {},
) {
  const columns = fields.map((field) => ({ field, header: field, numbers: null, currency: null }))
  const rules = {
    columns,
    delimiter: ',',
    hasPriceNote: false,
    today: new Date('2026-11-23T08:00:00Z'),
    categories: new Map<string, string>(),
    unpriced: false,
    key,
    priceRule: null,
    isNoted: false,
  }
  const seen = new Map<string, number>()
  const ready = rows.map((cells, index) => withRepeats(readRow({ line: index + 2, cells, problem: null }, rules), seen))
  const found = { products, byGtin: new Map(Object.entries(named)), byFormerSku: new Map(), named: new Set<number>() }
  const rulesOfList = { mode: 'upsert', blank: 'keep', preview: false, skips: [] } as const
  const decided = decideGroup(rulesOfList, ready, found, new Set(meantBefore))
  return decided.map(({ decision, result: { outcome, productId, reason } }) => [
    outcome,
    productId,
    reason ?? (decision?.outcome === 'updated' ? decision.set.priceCents : null),
  ])
}

const toner = aProduct({ id: 7, sku: 'OUR-7', name: 'Toner', brand: 'Acme', priceCents: 900, inStock: true })
const SAME = 'A row before this one is of the same product.'

it('a row without a number means the product with its brand and name, or with its name in a list without brands', () => {
  const other = aProduct({ id: 8, sku: 'OUR-8', name: 'Toner', brand: 'Other' })
  expect(decide([['', 'Toner', 'Acme', '5.00', '']], [toner, other])).toEqual([['updated', 7, 500]])
  const fields = ['name', 'price'] as const
  expect(decide([['Toner', '5.00']], [toner], { fields })).toEqual([['updated', 7, 500]])
  expect(decide([['Toner', '5.00']], [toner, other], { fields })).toEqual([
    ['failed', 7, '2 products have this brand and name; say which one by its sku.'],
  ])
})

it.each([
  ['5.00', 500, 'updated'],
  ['9.00', null, 'unchanged'],
])(
  'a product counts once in a list, however its rows name it: after a row that has %s for it',
  (price, cents, outcome) => {
    const known = { ...toner, specifications: { 'EAN/UPC': EAN } }
    const rows = [
      ['', 'Toner', 'Acme', price, EAN],
      ['', 'Toner', 'Acme', '7.00', ''],
    ]
    expect(decide(rows, [known], { key: 'gtin', named: { [EAN]: known } })).toEqual([
      [outcome, 7, cents],
      ['failed', null, SAME],
    ])
  },
)

it('of two new products with one number the first one counts, however they are named', () => {
  const rows = [
    ['N-1', 'Ink', 'Acme', '5.00', ''],
    ['N-1', 'Ink XL', 'Acme', '7.00', ''],
  ]
  expect(decide(rows, [], { key: 'name' })).toEqual([
    ['created', null, null],
    ['failed', null, 'Line 2 has the same brand and name, or sku.'],
  ])
})

it('a product that a row of an earlier group has meant is not changed again, and may be named again as it is', () => {
  const rowsOf = (price: string) => [['', 'Toner', 'Acme', price, '']]
  expect(decide(rowsOf('7.00'), [toner], { meantBefore: [7] })).toEqual([['failed', null, SAME]])
  expect(decide(rowsOf('7.00'), [toner], { meantBefore: [8] })).toEqual([['updated', 7, 700]])
  expect(decide(rowsOf('9.00'), [toner], { meantBefore: [7] })).toEqual([['unchanged', 7, null]])
})
