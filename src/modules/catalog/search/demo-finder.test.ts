import { describe, expect, it } from 'vitest'
import { demoProducts } from '../demo-catalog/demo-catalog.ts'
import type { FinderAnswers } from '../domain/finder.ts'
import { linksAmong } from '../domain/supply-links.ts'
import { aProduct } from '../testing/product-builder.ts'
import { createFindPrinters } from './find-printers.ts'
import { searchedInMemory } from './testing/searched-in-memory.ts'

const unlinked = demoProducts.map((demo, i) => aProduct({ ...demo, id: i + 1 }))
const links = linksAmong(unlinked)
const products = unlinked.map((product) => ({ ...product, ...links.get(product.id) }))
const findPrinters = createFindPrinters({
  search: searchedInMemory(products),
  findProducts: async (ids) => products.filter(({ id }) => ids.includes(id)),
})

const USUAL: FinderAnswers = {
  prints: 'documents',
  pages: 50,
  color: false,
  scans: 'no',
  connection: 'any',
  paper: 'any',
}

interface Person {
  readonly asks: Partial<FinderAnswers>
  /** A good seller would propose three of these. */
  readonly sensible: readonly string[]
}

const ALL_IN_ONES = [
  'HP OfficeJet Pro 9015e',
  'HP Color LaserJet Pro 4301fdw',
  'Xerox VersaLink C415',
  'Epson EcoTank Pro ET-5880',
  'Epson WorkForce Pro WF-4830',
]
const RECEIPTS = ['Bixolon SRP-380II', 'Star TSP143IV', 'Epson TM-T88VII', 'Bixolon SPP-R310 Mobile']

/** Who comes into a shop for printers. */
const PEOPLE: Readonly<Record<string, Person>> = {
  'a student who prints 50 pages in black a month': {
    asks: {},
    sensible: ['Canon PIXMA G3270', 'Brother HL-L2460DW', 'Epson EcoTank ET-2850', 'HP DeskJet 4155e', 'HP ENVY 6055e'],
  },
  'a student who prints in color and scans over Wi-Fi': {
    asks: { color: true, scans: 'scan', connection: 'wifi' },
    sensible: [
      'Canon PIXMA G3270',
      'Epson EcoTank ET-2850',
      'HP OfficeJet Pro 9015e',
      'HP DeskJet 4155e',
      'HP ENVY 6055e',
    ],
  },
  'a family with 200 pages in color': {
    asks: { pages: 200, color: true, scans: 'scan', connection: 'wifi' },
    sensible: ['Epson EcoTank ET-2850', ...ALL_IN_ONES, 'HP ENVY 6055e'],
  },
  'a home office with 500 pages that scans': {
    asks: { pages: 500, scans: 'scan' },
    sensible: ['Brother MFC-L2820DW', ...ALL_IN_ONES],
  },
  'a law firm that faxes over the network': {
    asks: { pages: 2000, scans: 'fax', connection: 'ethernet' },
    sensible: [...ALL_IN_ONES, 'Brother MFC-L2820DW'],
  },
  'an office of ten with 3,000 pages that scans and faxes': {
    asks: { pages: 3000, scans: 'fax' },
    sensible: [...ALL_IN_ONES, 'Brother MFC-L2820DW'],
  },
  'the same office in color': { asks: { pages: 3000, scans: 'fax', color: true }, sensible: ALL_IN_ONES },
  'a back office with 5,000 pages in black': {
    asks: { pages: 5000, connection: 'ethernet' },
    sensible: ['Kyocera ECOSYS PA4000x', 'Lexmark MS431dw', 'Lexmark MS821dn', 'Xerox VersaLink C415'],
  },
  'a teacher with 1,000 pages': {
    asks: { pages: 1000 },
    sensible: [
      'Kyocera ECOSYS PA4000x',
      'Canon imageCLASS LBP246dw',
      'Brother HL-L2460DW',
      'Epson EcoTank Pro ET-5880',
      'HP LaserJet Pro M404dn',
      'HP OfficeJet Pro 9015e',
      'Epson WorkForce Pro WF-4830',
    ],
  },
  'a photo studio up to A3+': {
    asks: { prints: 'photos', paper: 'tabloid', pages: 100 },
    sensible: [
      'Epson EcoTank Photo ET-8550',
      'Canon PIXMA PRO-200S',
      'Canon imagePROGRAF PRO-310',
      'Epson SureColor P900',
      'Epson Expression Photo XP-8800',
    ],
  },
  'a family with 20 photos a month': {
    asks: { prints: 'photos', pages: 20 },
    sensible: ['Canon SELPHY CP1500', 'HP Sprocket Select', 'Kodak Mini 3 Retro', 'Canon SELPHY Square QX10'],
  },
  'a shop window with posters': {
    asks: { prints: 'photos', paper: 'large', pages: 20 },
    sensible: ['Canon imagePROGRAF TC-21', 'Epson SureColor P900', 'HP DesignJet T650 Plan Station'],
  },
  'a shop with receipts': { asks: { prints: 'receipts', pages: 3000 }, sensible: RECEIPTS },
  'a restaurant with receipts over the network': {
    asks: { prints: 'receipts', pages: 3000, connection: 'ethernet' },
    sensible: RECEIPTS,
  },
  'a warehouse with labels': {
    asks: { prints: 'labels', pages: 3000 },
    sensible: ['DYMO LabelWriter 5XL', 'Zebra ZD421 Label Printer', 'Packing Table Set'],
  },
}

describe.each(Object.entries(PEOPLE))('%s', (_who, { asks, sensible }) => {
  it('is proposed three printers that a good seller would propose, the best ones first', async () => {
    const { printers, fitting } = await findPrinters({ ...USUAL, ...asks })
    expect(printers).toHaveLength(3)
    const names = printers.map(({ productId }) => products[productId - 1]?.name)
    expect(names.filter((name) => name === undefined || !sensible.includes(name))).toEqual([])
    expect(printers.filter(({ misses }) => misses.length === 0)).toHaveLength(Math.min(fitting, 3))
    expect(printers.findIndex(({ misses }) => misses.length > 0)).toBe(fitting < 3 ? fitting : -1)
  })
})

describe('somebody who asks for what no printer does', () => {
  const namesOf = (found: readonly { readonly productId: number }[]) =>
    found.map(({ productId }) => products[productId - 1]?.name)

  it('is proposed those that lack what matters least, each something else', async () => {
    const { printers, fitting } = await findPrinters({ ...USUAL, paper: 'large', scans: 'fax', color: true })
    expect(fitting).toBe(0)
    expect(printers.slice(0, 2).map(({ misses }) => misses)).toEqual([['scans'], ['paper']])
  })

  it('is told of A3 documents that the paper is in the way, and of a photo printer that it is one', async () => {
    const { printers, fitting, waysOut } = await findPrinters({ ...USUAL, paper: 'tabloid' })
    expect(fitting).toBe(0)
    expect(waysOut).toEqual([{ changes: { paper: 'letter' }, fitting: expect.any(Number) }])
    expect(namesOf(printers)[0]).toBe('Epson EcoTank Photo ET-8550')
    expect(printers.slice(0, 2).map(({ misses }) => misses)).toEqual([['purpose'], ['paper']])
  })

  it('is told of both answers where neither alone is in the way', async () => {
    const { waysOut } = await findPrinters({ ...USUAL, prints: 'labels', scans: 'scan', paper: 'tabloid' })
    expect(waysOut).toEqual([{ changes: { paper: 'any', scans: 'no' }, fitting: expect.any(Number) }])
  })

  it('is told how many pages a month something is made for', async () => {
    const { fitting, waysOut } = await findPrinters({ ...USUAL, pages: 100_000 })
    expect(fitting).toBe(0)
    expect(waysOut).toEqual([{ changes: { pages: 10_000 }, fitting: 2 }])
  })
})
