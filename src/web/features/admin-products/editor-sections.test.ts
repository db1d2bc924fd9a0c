import { describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { aProduct } from '../../testing/a-product.ts'
import { sectionsOf } from './editor-sections.ts'
import { previewOf } from './preview-of.ts'
import { draftOf, EMPTY_DRAFT } from './product-draft.ts'

describe('the parts of the form', () => {
  it('have every field once', () => {
    const fields = sectionsOf({ ...EMPTY_DRAFT, category: 'supplies' }).flatMap((section) => section.fields)
    expect(fields.toSorted()).toEqual(Object.keys(EMPTY_DRAFT).toSorted())
  })

  it('have the one for supplies only where it is needed, and keep it while something stands in it', () => {
    const ids = (draft: Partial<typeof EMPTY_DRAFT>) => sectionsOf({ ...EMPTY_DRAFT, ...draft }).map(({ id }) => id)
    expect(ids({})).not.toContain('supply')
    expect(ids({ category: 'supplies' })).toContain('supply')
    expect(ids({ fits: 'HL-L2310D' })).toContain('supply')
  })
})

describe('the card beside the form', () => {
  const product = aProduct({ id: 4, name: 'HP LaserJet', specifications: { Speed: '38 ppm' } })

  it('shows what is typed', () => {
    const draft = { ...draftOf(product), name: ' HP LaserJet 2 ', price: '249', originalPrice: '279.5', inStock: false }
    expect(previewOf(draft, product)).toMatchObject({
      id: 4,
      name: 'HP LaserJet 2',
      price: '249.00',
      originalPrice: '279.50',
      inStock: false,
    })
  })

  it('keeps the price and the facts while what is typed is none yet', () => {
    const draft = { ...draftOf(product), price: '24,', originalPrice: 'x', specifications: '{"Speed": ' }
    expect(previewOf(draft, product)).toMatchObject({
      price: '279.00',
      originalPrice: null,
      specifications: product.specifications,
    })
  })

  it('has something to show of a product that has nothing yet', () => {
    expect(previewOf(EMPTY_DRAFT, null)).toMatchObject({
      name: 'Product name',
      price: '0.00',
      image: '',
      reviewCount: 0,
    })
  })

  it('is not for sale while it waits for its price', () => {
    const waiting: Product = { ...product, price: '0.00', inStock: false, awaitsPrice: true }
    expect(previewOf(draftOf(waiting), waiting).inStock).toBe(false)
    expect(previewOf({ ...draftOf(waiting), price: '10' }, waiting).inStock).toBe(true)
  })

  it('is not for sale once a price of 0 is typed, of a new product as of one that is for sale', () => {
    expect(previewOf({ ...EMPTY_DRAFT, price: '0' }, null).inStock).toBe(false)
    expect(previewOf({ ...EMPTY_DRAFT, price: '' }, null).inStock).toBe(true)
    expect(previewOf({ ...draftOf(product), price: '0.00' }, product).inStock).toBe(false)
    const gift: Product = { ...product, price: '0.00' }
    expect(previewOf(draftOf(gift), gift).inStock).toBe(true)
  })
})
