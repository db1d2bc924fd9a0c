import { describe, expect, it } from 'vitest'
import type { Product } from '../domain/product.ts'
import { aProduct } from '../testing/product-builder.ts'
import { searchedInMemory } from './testing/searched-in-memory.ts'
import { understandSearches } from './understood-lists.ts'

/** Lines of lists that give a name, sometimes a description, and no facts: category, price, name, description. */
const LINES = [
  ['printers', 149, 'Brother DCP-L1622WE 3 in 1 s/w Laser', 'Drucken Kopieren Scannen; WLAN; 20 Seiten/Min'],
  ['printers', 229, 'Kyocera ECOSYS MA2001w A4 S/W MFP', 'Drucken, Kopieren, Scannen. WLAN'],
  ['printers', 399, 'OKI C650dn A4 Farb-LED 35S/min', 'Duplex, LAN, USB'],
  ['printers', 59, 'Epson XP-3200 all-in-one', 'Inkjet print scan copy, wi-fi direct'],
  ['printers', 209, 'Epson EcoTank ET-2861 Tintentank-Drucker 3in1', 'Drucken, Scannen, Kopieren. WLAN'],
  ['printers', 219, 'Brother FAX-2840 laser fax', 'Mono laser fax, copier, 20 ppm'],
  ['printers', 129, 'Fax machine Panasonic KX-FT986', ''],
  ['photo-printers', 279, 'Canon PIXMA G650 imprimante photo', 'Réservoirs d’encre rechargeables. Wi-Fi'],
  ['pos-systems', 109, 'APG Vasario VB320 Kassenschublade 41x41', '24 V'],
  ['pos-systems', 119, 'Safescan SD-4141 tiroir-caisse', ''],
  ['barcode-scanners', 109, 'Zebra LI2208 Barcodescanner USB', 'kabelgebunden'],
  ['barcode-scanners', 39, 'Netum C750 Handscanner schnurlos', '1D/2D'],
  ['business-solutions', 6, 'USB-Kabel A-B 3 m Drucker', ''],
  ['supplies', 28, 'Epson T6193 Wartungsbox', ''],
  ['supplies', 49, 'Thermorollen 80x80x12 BPA-frei', ''],
  ['supplies', 14, 'Bonrollen 57 mm', ''],
  ['supplies', 19, 'Epson 604XLBK cartouche noir XP-3200', ''],
  ['supplies', 19, 'Epson 604XLC cartouche cyan XP-3200', ''],
] as const

const products: readonly Product[] = LINES.map(([category, price, name, description], i) =>
  aProduct({ id: i + 1, category, name, description, priceCents: price * 100, brand: name.split(' ')[0] ?? '' }),
)
const { list, countFacets } = understandSearches(searchedInMemory(products))

async function namesFound(search: string): Promise<string[]> {
  const { ids, total } = await list({ search, limit: 20, offset: 0 })
  expect((await countFacets({ search })).total).toBe(total)
  return ids.map((id) => products[id - 1]?.name ?? '')
}

describe('lists without facts, in three languages', () => {
  it.each([
    ['schwarzweiß laser unter 200', ['Brother DCP-L1622WE']],
    ['imprimante à réservoirs', ['Epson EcoTank ET-2861', 'Canon PIXMA G650']],
    ['Kassenlade', ['APG Vasario', 'Safescan']],
    ['tiroir caisse', ['APG Vasario', 'Safescan']],
    ['Barcodescanner kabellos', ['Netum C750']],
    ['maintenance box epson', ['Epson T6193']],
    ['Bonrollen 80mm', ['Thermorollen']],
    ['fax machine', ['Brother FAX-2840', 'Fax machine Panasonic']],
    ['black ink xp-3200', ['Epson 604XLBK']],
    ['ink xp-3200', ['Epson 604XLBK', 'Epson 604XLC']],
    ['USB cable', ['USB-Kabel']],
  ])('"%s" finds what is meant, and nothing else', async (search, expected) => {
    const found = await namesFound(search)
    expect(found).toHaveLength(expected.length)
    for (const name of expected)
      expect(
        found.some((each) => each.startsWith(name)),
        name,
      ).toBe(true)
  })

  it('"günstiger Drucker" puts the cheapest first', async () => {
    expect((await namesFound('günstiger Drucker'))[0]).toBe('Epson XP-3200 all-in-one')
    expect((await namesFound('imprimante pas cher'))[0]).toBe('Epson XP-3200 all-in-one')
  })
})
