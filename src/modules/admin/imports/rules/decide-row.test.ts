import { describe, expect, it } from 'vitest'
import type { Product, ProductContent } from '#modules/catalog'
import { decideRow } from './decide-row.ts'
import type { ContentField } from './row-cells.ts'
import { DEFAULTS } from './read-row.ts'

const NO_PRICE = ['No price: the product is not for sale until it has one.']

const aProduct = (fields: Partial<Product>): Product => ({
  ...DEFAULTS,
  id: 7,
  slug: 'aster',
  rating: 0,
  reviewCount: 0,
  linkedIds: [],
  costPerPage: null,
  sku: 'A-1',
  name: 'Aster',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...fields,
})
const waiting = aProduct({ inStock: false, awaitsPrice: true })

function decide(
  values: Partial<ProductContent>,
  product?: Product,
  { blank = 'keep', blanks = [] }: { blank?: 'keep' | 'clear'; blanks?: ContentField[] } = {},
) {
  const row = {
    line: 2,
    name: 'Aster',
    refused: null,
    values: { sku: 'A-1', name: 'Aster', ...values },
    gtin: null,
    key: { by: 'sku', sku: 'A-1' },
    costCents: null,
    blanks,
    warnings: [],
  } as const
  return decideRow(row, product === undefined ? [] : [product], { mode: 'upsert', blank })
}

describe('a row with pictures and no main one', () => {
  const images = ['front.jpg', 'back.jpg']

  it('creates a product that is shown by the first of them', () => {
    expect(decide({ images })).toMatchObject({ content: { image: 'front.jpg', images } })
    expect(decide({ images, image: 'back.jpg' })).toMatchObject({ content: { image: 'back.jpg', images } })
    expect(decide({})).toMatchObject({ content: { image: '', images: [] } })
  })

  it('gives a product that had no picture its first one, and leaves others their main one', () => {
    expect(decide({ images }, aProduct({}))).toMatchObject({ set: { image: 'front.jpg', images } })
    const shown = aProduct({ image: 'side.jpg', images: ['side.jpg'] })
    expect(decide({ images }, shown)).toMatchObject({ set: { images } })
    expect(decide({ images }, shown)).not.toHaveProperty('set.image')
    expect(decide({ brand: 'Aster' }, aProduct({ images }))).not.toHaveProperty('set.image')
  })

  it('changes nothing of that when it comes again', () => {
    const product = aProduct({ images, image: 'front.jpg', inStock: false, awaitsPrice: true })
    expect(decide({ images }, product)).toMatchObject({ outcome: 'unchanged' })
    expect(decide({ images }, product, { blank: 'clear', blanks: ['image'] })).toMatchObject({ outcome: 'unchanged' })
    expect(decide({ images: [] }, product, { blank: 'clear', blanks: ['image'] })).toMatchObject({
      set: { image: '', images: [] },
    })
  })
})

describe('a row without a price', () => {
  it('creates a product that awaits its price', () => {
    expect(decide({})).toMatchObject({
      outcome: 'created',
      content: { inStock: false, awaitsPrice: true },
      warnings: NO_PRICE,
    })
  })

  it('creates a product that stays off sale when the file says that it is not in stock', () => {
    expect(decide({ inStock: false })).toMatchObject({
      outcome: 'created',
      content: { inStock: false, awaitsPrice: false },
    })
  })

  it('puts no product without a price on sale because of its stock', () => {
    expect(decide({ inStock: true }, waiting)).toMatchObject({ outcome: 'unchanged' })
    const counted = decide({ stockQuantity: 5 }, waiting)
    expect(counted).toMatchObject({ set: { stockQuantity: 5 }, warnings: NO_PRICE })
    expect(counted).not.toMatchObject({ set: { inStock: true } })
    const soldOut = aProduct({ inStock: false, awaitsPrice: false })
    expect(decide({ stockQuantity: 5 }, soldOut)).toMatchObject({
      set: { stockQuantity: 5, awaitsPrice: true },
      warnings: NO_PRICE,
    })
  })

  it('leaves a product alone that staff give away', () => {
    expect(decide({ description: 'Free.' }, aProduct({ inStock: true }))).toMatchObject({
      set: { description: 'Free.' },
      warnings: [],
    })
  })

  it('takes a product off sale when it says 0', () => {
    expect(decide({ priceCents: 0 }, aProduct({ priceCents: 900 }))).toMatchObject({
      set: { priceCents: 0, inStock: false, awaitsPrice: true },
      warnings: NO_PRICE,
    })
  })
})

describe('a stock of 0', () => {
  it('means sold out for a new product and for one that was made to order, unless the file says otherwise', () => {
    expect(decide({ priceCents: 900, stockQuantity: 0 })).toMatchObject({ content: { inStock: false } })
    expect(decide({ priceCents: 900 })).toMatchObject({ content: { inStock: true } })
    expect(decide({ priceCents: 900, stockQuantity: 0, inStock: true })).toMatchObject({ content: { inStock: true } })
    const toOrder = aProduct({ priceCents: 900, inStock: true })
    expect(decide({ stockQuantity: 0 }, toOrder)).toMatchObject({ set: { inStock: false } })
  })
})

it('an empty cell that clears leaves the name and the number of a product, which say what it is', () => {
  const row = {
    line: 2,
    name: '',
    refused: null,
    values: { sku: 'A-1' },
    gtin: null,
    key: { by: 'sku', sku: 'A-1' },
    costCents: null,
    blanks: ['name', 'brand', 'description', 'originalPriceCents'],
    warnings: [],
  } as const
  const product = aProduct({ priceCents: 900, originalPriceCents: 1200, brand: 'Nettle', description: 'Text' })
  const decide = (blank: 'keep' | 'clear') => decideRow(row, [product], { mode: 'upsert', blank })
  expect(decide('keep')).toMatchObject({ outcome: 'unchanged' })
  expect(decide('clear')).toMatchObject({ outcome: 'updated' })
  expect(decide('clear')).toHaveProperty('set', { brand: '', description: '', originalPriceCents: null })
})

describe('a price above the original one', () => {
  it('is imported with a warning, because the two columns may be swapped', () => {
    const warnings = ['The price is above the original price: 12.00 > 9.00.']
    expect(decide({ priceCents: 1200, originalPriceCents: 900 })).toMatchObject({ outcome: 'created', warnings })
    const product = aProduct({ priceCents: 1000, originalPriceCents: 900, inStock: true })
    expect(decide({ priceCents: 1200 }, product)).toMatchObject({ outcome: 'updated', warnings })
    expect(decide({ priceCents: 900, originalPriceCents: 1200 })).toMatchObject({ warnings: [] })
  })
})

describe('a price that arrives', () => {
  it('puts a product on sale that only awaited its price', () => {
    expect(decide({ priceCents: 900 }, waiting)).toMatchObject({
      set: { priceCents: 900, inStock: true, awaitsPrice: false },
      warnings: [],
    })
    expect(decide({ priceCents: 900, stockQuantity: 3 }, waiting)).toMatchObject({
      set: { inStock: true, stockQuantity: 3, awaitsPrice: false },
    })
  })

  it('leaves a product off sale that is not in stock in the file, or has no pieces left', () => {
    expect(decide({ priceCents: 900, inStock: false }, waiting)).toMatchObject({
      set: { priceCents: 900, awaitsPrice: false },
    })
    const counted = aProduct({ inStock: false, awaitsPrice: true, stockQuantity: 4 })
    for (const values of [{ inStock: false }, { stockQuantity: 0 }])
      expect(decide({ priceCents: 900, ...values }, counted)).not.toMatchObject({ set: { inStock: true } })
  })

  it('leaves a product off sale that staff took off sale', () => {
    const withheld = aProduct({ inStock: false, stockQuantity: 4 })
    const decision = decide({ priceCents: 900, stockQuantity: 9 }, withheld)
    expect(decision).toMatchObject({ set: { priceCents: 900, stockQuantity: 9 } })
    expect(decision).not.toMatchObject({ set: { inStock: true } })
  })
})
