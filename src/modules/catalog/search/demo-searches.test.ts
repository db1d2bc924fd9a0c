import { describe, expect, it } from 'vitest'
import { demoProducts } from '../demo-catalog/demo-catalog.ts'
import type { Product } from '../domain/product.ts'
import { aProduct } from '../testing/product-builder.ts'
import { CatalogIndex } from './memory/catalog-index.ts'

const products = demoProducts.map((demo, i) => aProduct({ ...demo, id: i + 1 }))
const index = new CatalogIndex()
index.update(
  products.map(({ id }) => id),
  products,
)

function search(text: string): readonly Product[] {
  const { ids } = index.list({ search: text, limit: 1000, offset: 0 })
  return ids.flatMap((id) => products[id - 1] ?? [])
}

function fact(product: Product, name: string): string {
  return typeof product.specifications === 'string' ? '' : (product.specifications[name] ?? '')
}

const isPrinter = ({ category }: Product) => category === 'printers'
const isDuplex = (product: Product) => fact(product, 'Duplex printing') === 'Automatic'
const isLaser = (product: Product) => /laser|LED/.test(fact(product, 'Technology'))
const isColor = (product: Product) => fact(product, 'Technology').startsWith('Color')
const isMono = (product: Product) => fact(product, 'Technology').startsWith('Mono')

/** What a buyer means by some words: all products of the category with the fact, and no printer without it. */
const MEANT: readonly (readonly [string, (product: Product) => boolean])[] = [
  ['duplex', isDuplex],
  ['two-sided', isDuplex],
  ['duplx', isDuplex],
  ['duplex laser', (product) => isDuplex(product) && isLaser(product)],
  ['duplex colour laser', (product) => isDuplex(product) && isLaser(product) && isColor(product)],
  ['inkjet', (product) => /inkjet/.test(fact(product, 'Technology'))],
  ['laser', isLaser],
  ['laser printer', isLaser],
  ['brother laser', (product) => isLaser(product) && product.brand === 'Brother'],
  ['color laser', (product) => isLaser(product) && isColor(product)],
  ['mono laser', (product) => isLaser(product) && isMono(product)],
  ['black and white laser', (product) => isLaser(product) && isMono(product)],
  ['b&w laser', (product) => isLaser(product) && isMono(product)],
  ['fax', (product) => /fax/.test(fact(product, 'Functions'))],
  ['all in one', (product) => /scan/.test(fact(product, 'Functions'))],
  ['all-in-one', (product) => /scan/.test(fact(product, 'Functions'))],
  ['MFP', (product) => /scan/.test(fact(product, 'Functions'))],
  ['wi-fi', (product) => /Wi-Fi/.test(fact(product, 'Connections'))],
  ['wireless', (product) => /Wi-Fi/.test(fact(product, 'Connections'))],
  ['wifi', (product) => /Wi-Fi/.test(fact(product, 'Connections'))],
]

describe('a search for what a product can do', () => {
  it.each(MEANT)('finds for "%s" the printers that can, and no other printer', (text, isMeant) => {
    const names = products.filter((product) => isPrinter(product) && isMeant(product)).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(
      search(text)
        .filter(isPrinter)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  it.each([
    ['ethernet', 'Brother MFC-L2820DW'],
    ['LAN', 'Brother MFC-L2820DW'],
    ['airprint', 'Brother HL-L2460DW'],
    ['black and white', 'HP LaserJet Pro M404dn'],
    ['small office', 'Xerox C230'],
    ['4x6', 'Canon SELPHY CP1500'],
    ['4 × 6', 'Canon SELPHY CP1500'],
    ['A3', 'Canon PIXMA PRO-200S'],
  ])('finds for "%s" among others the %s', (text, name) => {
    expect(search(text).map((product) => product.name)).toContain(name)
  })

  it('puts the receipt printers first for "receipt printer", and the laser printers for "laser"', () => {
    const receipts = search('receipt printer')
    expect(
      receipts
        .slice(0, 4)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Bixolon SPP-R310 Mobile', 'Bixolon SRP-380II', 'Epson TM-T88VII', 'Star TSP143IV'])
    expect(search('laser').findIndex((product) => !isPrinter(product))).toBe(
      products.filter((product) => isPrinter(product) && isLaser(product)).length,
    )
  })

  it('puts the category that a search names before all else', () => {
    const printers = products.filter(isPrinter).length
    expect(search('printers').slice(0, printers).every(isPrinter)).toBe(true)
    expect(search('printers').map(({ name }) => name)).toContain('Zebra ZD421 Label Printer')
    expect(search('photo printer')[0]?.category).toBe('photo-printers')
  })

  it.each([
    ['duplex colour laser quux', 'duplex colour laser'],
    ['quux fax laser zzzz', 'fax laser'],
    ['fax zzqq', 'fax'],
  ])('leaves out of "%s" what is rarest: %s', (text, kept) => {
    expect(search(text)).toEqual(search(kept))
    expect(index.facets({ search: text })).toEqual({ ...index.facets({ search: kept }), kept })
    expect(index.suggest(text)).toEqual([])
    expect(index.listForStaff({ search: text, limit: 10, offset: 0 }).total).toBe(0)
  })

  it('leaves nothing out when no word is found', () => {
    expect(index.facets({ search: 'quux zzzz' })).not.toHaveProperty('kept')
    expect(search('quux zzzz')).toEqual([])
  })

  it('does not find by a fact what says no to it', () => {
    const borderless = search('borderless').map(({ name }) => name)
    expect(borderless).toContain('Canon SELPHY CP1500')
    expect(borderless).not.toContain('Canon SELPHY Square QX10')
  })
})
