import { describe, expect, it } from 'vitest'
import { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import { aProduct } from '../../testing/a-product.ts'
import { createBody, draftOf, EMPTY_DRAFT, rebaseDraft, readStock, updateBody } from './product-draft.ts'

const printer = aProduct({
  id: 42,
  specifications: { Speed: '38 ppm' },
  features: ['Duplex', 'Ethernet'],
})
const opened = draftOf(printer)

describe('the product form', () => {
  it('sends nothing when nothing was edited', () => expect(updateBody(printer, opened)).toBeNull())

  it('sends only what was edited, with the moment it was opened with', () => {
    const body = updateBody(printer, { ...opened, price: ' 249.5 ', features: 'Duplex\n\n  Quiet ' })
    expect(body).toEqual({ price: '249.5', features: ['Duplex', 'Quiet'], updatedAtWas: printer.updatedAt })
    expect(UpdateProductBody.safeParse(body).success).toBe(true)
  })

  it('sends the stock it was opened with, so that a sale made in between is kept', () => {
    expect(updateBody(printer, { ...opened, stockQuantity: '20' })).toEqual({
      stockQuantity: 20,
      stockQuantityWas: 12,
      updatedAtWas: printer.updatedAt,
    })
  })

  it('clears what was emptied', () => {
    expect(updateBody({ ...printer, originalPrice: '299.00' }, { ...opened, sku: ' ' })).toMatchObject({
      sku: null,
      originalPrice: null,
    })
  })

  it('sends a new product as the contract takes it', () => {
    const body = createBody({
      ...EMPTY_DRAFT,
      name: 'Brother HL-L2350DW',
      price: '149.99',
      specifications: 'Speed: 32 ppm',
    })
    expect(body).toMatchObject({
      category: 'printers',
      stockQuantity: 10,
      inStock: true,
      specifications: { Speed: '32 ppm' },
      originalPrice: null,
    })
    expect(CreateProductBody.safeParse(body).success).toBe(true)
  })

  it.each([
    ['7', 7],
    [' 12 ', 12],
    ['', 0],
    ['many', 0],
    ['3.9', 3],
    ['-2', -2],
    ['1,000', 1000],
    ['12\u00a0500', 12_500],
    ['1,000,000', 1_000_000],
    ['12,5', 12],
  ])('reads %j pieces as %i', (text, pieces) => {
    expect(readStock(text)).toBe(pieces)
  })

  it("shows a colleague's newer edit beside one's own where they meet, and keeps both where they do not", () => {
    const mine = { ...opened, price: '249.00', name: 'HP LaserJet M404dn', brand: 'Canon' }
    const theirs = { ...opened, price: '259.00', isFeatured: true, brand: 'Canon' }
    expect(rebaseDraft(opened, theirs, mine)).toEqual({
      rebased: { ...mine, isFeatured: true },
      contested: [{ field: 'price', label: 'Price', theirs: '259.00', mine: '249.00' }],
      onlyTheirs: ['Featured product'],
      isSaved: false,
    })
  })

  it('sends what a supply fits, its yield and its color, and null for what was emptied', () => {
    const toner = { ...printer, fits: ['P1', 'P2'], pageYield: 2000, supplyColor: 'black' as const }
    const opened = draftOf(toner)
    expect(opened).toMatchObject({ fits: 'P1\nP2', pageYield: '2000', supplyColor: 'black' })
    expect(updateBody(toner, { ...opened, fits: ' P3 \n\nP3\nP1', pageYield: '2,500' })).toMatchObject({
      fits: ['P3', 'P1'],
      pageYield: 2500,
    })
    expect(updateBody(toner, { ...opened, fits: '', pageYield: ' ', supplyColor: '' })).toMatchObject({
      fits: [],
      pageYield: null,
      supplyColor: null,
    })
  })
})
