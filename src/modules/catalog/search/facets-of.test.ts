import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoProducts } from '../demo-catalog/demo-catalog.ts'
import { CHOICES, type Choice } from '../domain/product-facets.ts'
import type { SearchFields } from '../persistence/product-mapping.ts'
import { aProduct } from '../testing/product-builder.ts'
import { facetsOf } from './facets-of.ts'

type Specifications = SearchFields['specifications']

function facetsWith(specifications: Specifications, fields: Partial<SearchFields> = {}): readonly Choice[] {
  const silent = { id: 1, name: 'Model 1', description: '', category: 'office-machines' }
  return facetsOf(aProduct({ ...silent, ...fields, specifications }))
}

/** How suppliers write facts, and what of each can be chosen. */
const FACTS: readonly (readonly [Specifications, readonly string[]])[] = [
  [{ Technology: 'Color laser' }, ['technology=laser', 'color=yes']],
  [{ 'Print technology': 'Laser' }, ['technology=laser']],
  [{ 'Printing Technology': 'Monochrome LED' }, ['technology=laser', 'color=no']],
  [{ 'Print Method': 'HP Thermal Inkjet' }, ['technology=inkjet']],
  [{ TECHNOLOGY: 'Black & white laser' }, ['technology=laser', 'color=no']],
  [{ Technology: 'Ink tank' }, ['technology=ink-tank']],
  [{ 'Printing method': 'Direct thermal / thermal transfer' }, ['technology=thermal']],
  [{ 'Print technology': 'Dye-sublimation' }, ['technology=dye-sublimation', 'color=yes']],
  [{ 'Print technology': '24-pin dot matrix' }, ['technology=impact']],
  [{ 'Color output': 'Yes' }, ['color=yes']],
  [{ Colour: 'No' }, ['color=no']],
  [{ Technology: 'Colour laser' }, ['technology=laser', 'color=yes']],
  [{ Color: 'Black' }, []],
  [{ Color: 'White' }, []],
  [{ 'Output color': 'Mono' }, ['color=no']],
  [{ Duplex: 'Yes' }, ['duplex=yes']],
  [{ 'Duplex printing': 'Automatic' }, ['duplex=yes', 'function=print']],
  [{ 'Two-sided printing': 'Automatic (standard)' }, ['duplex=yes', 'function=print']],
  [{ 'Double-sided printing': 'Manual (driver support provided)' }, []],
  [{ 'Automatic duplex': 'No' }, []],
  [{ Duplex: '-' }, []],
  [{ 'Duplex scanning': 'Yes' }, ['function=scan']],
  [{ Functions: 'Print, copy, scan, fax' }, ['function=print', 'function=copy', 'function=scan', 'function=fax']],
  [{ Functions: 'Printer/Copier/Scanner' }, ['function=print', 'function=copy', 'function=scan']],
  [{ Functions: 'All-in-One' }, ['function=print', 'function=copy', 'function=scan']],
  [{ Fax: '33.6 kbps' }, ['function=fax']],
  [{ Fax: 'None' }, []],
  [{ 'Scanner type': 'Flatbed', 'Copy speed': '12 cpm' }, ['function=copy', 'function=scan']],
  [{ Connectivity: 'Wi-Fi 5, Gigabit LAN, USB-B' }, ['connection=wifi', 'connection=ethernet', 'connection=usb']],
  [{ Interfaces: 'USB 2.0, optional Wi-Fi' }, ['connection=usb']],
  [{ 'Standard interfaces': 'Wireless LAN (optional), RJ-45' }, ['connection=ethernet']],
  [{ Wireless: '802.11ac' }, ['connection=wifi']],
  [{ 'USB ports': '2', Bluetooth: '5.0', Ethernet: '0' }, ['connection=usb', 'connection=bluetooth']],
  [{ 'Network interface': '10/100/1000 Base-T' }, []],
  [{ Networking: '10/100/1000 Base-T' }, ['connection=ethernet']],
  [{ 'Max paper size': 'A3' }, ['paper=tabloid']],
  [{ 'Maximum media size': '216 x 356 mm' }, ['paper=letter']],
  [{ 'Paper sizes': 'A6, A5, A4, Letter, Legal' }, ['paper=letter']],
  [{ 'Largest print': '13 × 19 in' }, ['function=print', 'paper=tabloid']],
  [{ 'Largest print': '11 x 17 in' }, ['function=print', 'paper=tabloid']],
  [{ 'Largest print': '16 x 20 in' }, ['function=print', 'paper=large']],
  [{ 'Largest print': '24 in from the roll' }, ['function=print', 'paper=large']],
  [{ Paper: '80 mm receipts' }, ['paper=roll']],
  [{ 'Max print size': '4" x 6"' }, ['function=print', 'paper=photo']],
  [{ 'Largest print': '10x15' }, ['function=print', 'paper=photo']],
  [{ 'Largest print': '15x20' }, ['function=print', 'paper=photo']],
  [{ 'Largest print': '17x22' }, ['function=print', 'paper=large']],
  [{ Drucktechnologie: 'Farblaser', Duplexdruck: 'ja' }, ['technology=laser', 'color=yes', 'duplex=yes']],
  [{ Funktionen: 'Drucken, Scannen', Duplexdruck: 'nein' }, ['function=print', 'function=scan']],
  [{ Anschlüsse: 'USB, Netzwerk, kein WLAN' }, ['connection=ethernet', 'connection=usb']],
  [{ Druckgeschwindigkeit: '38 S./Min.' }, ['function=print', 'speed=35-49']],
  [
    { "Technologie d'impression": 'Laser couleur', 'Recto verso': 'Automatique' },
    ['technology=laser', 'color=yes', 'duplex=yes'],
  ],
  [
    { Fonctions: 'Impression, copie, numérisation', 'Recto verso': 'Non' },
    ['function=print', 'function=copy', 'function=scan'],
  ],
  [{ Druckwerk: 'Schwarzweißlaser' }, ['technology=laser', 'color=no']],
  [
    { 'Connectivity, standard': '1 Ethernet 10/100; 1 USB 2.0', 'Connectivity, optional': 'Wi-Fi' },
    ['connection=ethernet', 'connection=usb'],
  ],
  [{ Druckgeschwindigkeit: '35 A4-Seiten/Min.' }, ['function=print', 'speed=35-49']],
  ['Flachbettscanner\n4800 x 4800 dpi', ['function=scan']],
  [{ 'Paper weight': '60 × 220 g' }, []],
  [{ 'Print speed (black)': '38 ppm' }, ['function=print', 'speed=35-49']],
  [{ 'Print speed': 'Up to 19/21 ppm' }, ['function=print', 'speed=20-34']],
  [
    { 'Print speed (black)': '34.9 pages per minute', 'Print speed (color)': '12 ppm' },
    ['color=yes', 'function=print', 'speed=20-34'],
  ],
  [{ 'Speed (ppm)': '19' }, []],
  [{ ppm: '19' }, ['speed=under-20']],
  [{ 'Scan speed': '40 ppm' }, ['function=scan', 'speed=35-49']],
  [{ 'Print speed': 'Fast' }, ['function=print']],
  ['Technology: Laser\nDuplex: Yes', ['technology=laser', 'duplex=yes']],
  ['A color laser, 40 ppm, two-sided, without fax', ['technology=laser', 'color=yes', 'duplex=yes', 'speed=35-49']],
  [{}, []],
  ['', []],
]

describe('what a product can be chosen by', () => {
  it.each(FACTS)('is read from %j', (specifications, expected) => {
    const facets = facetsWith(specifications)
    // Whatever has a technology of printing prints; that is not told in every line above.
    const prints = facets.some((choice) => choice.startsWith('technology=')) && !expected.includes('function=print')
    expect(facets.filter((choice) => !prints || choice !== 'function=print')).toEqual(expected)
    if (prints) expect(facets).toContain('function=print')
  })

  it('is read from name and features where the facts are silent', () => {
    const fields = {
      name: 'HP Color LaserJet 4',
      features: ['Automatic duplex', 'Wi-Fi 6', 'Feeder for two-sided scans'],
    }
    expect(facetsWith({ Weight: '20 lb' }, fields)).toEqual([
      'technology=laser',
      'color=yes',
      'duplex=yes',
      'function=print',
      'connection=wifi',
    ])
  })

  it('is what the facts say where name or features say something else', () => {
    const fields = { name: 'Laser Writer', features: ['Duplex', 'Bluetooth'] }
    expect(facetsWith({ Technology: 'Inkjet', Duplex: 'Manual', Connections: 'None' }, fields)).toEqual([
      'technology=inkjet',
      'function=print',
    ])
  })

  it('is not what a feature sells separately, or does for scans', () => {
    const features = [
      'Optional Bluetooth',
      'Wi-Fi available as an accessory',
      'Two-sided feeder',
      'Powered by the USB cable',
    ]
    expect(facetsWith({}, { features })).toEqual([])
  })

  it('is more than a fact says where the name is a series with tanks', () => {
    const facts = { Technology: 'Inkjet' }
    expect(facetsWith(facts, { name: 'EcoTank ET-2850' })).toContain('technology=ink-tank')
    expect(facetsWith(facts, { name: 'PIXMA', features: ['Individual ink tanks'] })).not.toContain(
      'technology=ink-tank',
    )
  })

  it('is read from the description only where the supplier gives nothing else', () => {
    const described = { description: 'Mono laser, 52 ppm, Ethernet. Quiet. Solid. Gray. And fax.' }
    expect(facetsWith('', described)).toEqual([
      'technology=laser',
      'color=no',
      'function=print',
      'connection=ethernet',
      'speed=50-up',
    ])
    expect(facetsWith({ Weight: '9 kg' }, described)).toEqual([])
  })

  it('is read from the name and the description where each says a part of it', () => {
    const printer = {
      category: 'printers',
      name: 'MFC-J6957DW A3 Tinten-Multifunktion WLAN',
      description: 'Drucken, Kopieren, Scannen, Faxen bis A3; 30 S./min; LAN',
    }
    expect(facetsWith('', printer)).toEqual([
      'technology=inkjet',
      'color=yes',
      'duplex=yes',
      'function=print',
      'function=copy',
      'function=scan',
      'function=fax',
      'connection=wifi',
      'connection=ethernet',
      'paper=tabloid',
      'speed=20-34',
    ])
    expect(facetsWith('', { category: 'printers', name: 'B3442dw mono 42ppm' })).toContain('speed=35-49')
  })

  it.each([
    ['pos-systems', 'Vasario VB320 Kassenschublade 41x41', []],
    ['business-solutions', 'USB-Kabel A-B 3 m Drucker', ['connection=usb']],
    ['business-solutions', 'QL-1110 shipping label printer 4x6', ['function=print', 'paper=roll']],
    ['business-solutions', 'LabelWriter imprimante étiquettes', ['function=print', 'paper=roll']],
  ])('is not more than what the product is: %s, "%s"', (category, name, choices) => {
    expect(facetsWith('', { category, name }).filter((choice) => !choice.startsWith('technology'))).toEqual(choices)
  })

  it('follows from the letters behind the number of a printer where nothing says it', () => {
    const printer = { category: 'printers', name: 'Model L3770CDW' }
    expect(facetsWith('', printer)).toEqual(['color=yes', 'duplex=yes', 'function=print', 'connection=wifi'])
    expect(facetsWith({ Duplex: 'No', Interface: 'USB' }, printer)).toEqual([
      'color=yes',
      'function=print',
      'connection=usb',
    ])
    expect(facetsWith('', { category: 'printers', name: 'VersaLink C500/DN' })).toContain('connection=ethernet')
    for (const name of ['DeskJet 2755e', 'ET-2850', 'PIXMA G3270', 'Fargo DTC1250 window'])
      expect(facetsWith('', { category: 'printers', name })).not.toContain('duplex=yes')
    expect(facetsWith('', { category: 'pos-systems', name: 'ZD421d' })).toEqual([])
  })

  it('is what machines of its kind have unless something says otherwise', () => {
    expect(facetsWith('Inkjet', { category: 'printers' })).toEqual(
      expect.arrayContaining(['color=yes', 'paper=letter']),
    )
    expect(facetsWith('Monochrome inkjet, A3', { category: 'printers' })).toEqual([
      'technology=inkjet',
      'color=no',
      'function=print',
      'paper=tabloid',
    ])
    expect(facetsWith('Direct thermal printer', { category: 'pos-systems' })).toContain('paper=roll')
    expect(facetsWith('Direct thermal, prints 4 x 6 in', { category: 'pos-systems' })).toContain('paper=roll')
  })

  it('follows from the category, and ends with it', () => {
    expect(facetsWith({}, { category: 'printers' })).toEqual(['function=print'])
    expect(facetsWith({ Technology: 'Laser', Connections: 'USB' }, { category: 'barcode-scanners' })).toEqual([
      'connection=usb',
    ])
    expect(facetsWith({ Technology: 'Color laser' }, { category: 'supplies', name: 'Toner for LaserJet' })).toEqual([])
  })

  it.each([
    [{ costPerPage: { blackMills: 19, colorMills: 90 } }, ['pageCost=under-2']],
    [{ costPerPage: { blackMills: 20, colorMills: null } }, ['pageCost=2-4']],
    [{ costPerPage: { blackMills: 49, colorMills: null } }, ['pageCost=2-4']],
    [{ costPerPage: { blackMills: null, colorMills: 50 } }, ['pageCost=5-up']],
    [{ costPerPage: null, pageYield: null, supplyColor: null }, []],
    [{ supplyColor: 'black', pageYield: 499 }, ['ink=black', 'yield=under-500']],
    [{ supplyColor: 'all', pageYield: 500 }, ['ink=all', 'yield=500-1999']],
    [{ pageYield: 4999 }, ['yield=2000-4999']],
    [{ pageYield: 5000 }, ['yield=5000-up']],
  ] as const)('follows from the cost of a page, and from color and yield of a supply: %j', (fields, expected) => {
    expect(facetsWith({}, { category: 'supplies', ...fields })).toEqual(expected)
  })

  it('is known of every printer of the demo catalog', () => {
    const printers = demoProducts.filter(({ category }) => category === 'printers')
    expect(printers.length).toBeGreaterThan(10)
    for (const product of printers) {
      const facets = facetsOf(aProduct({ ...product, id: 1 }))
      for (const facet of ['technology', 'color', 'function', 'connection', 'paper', 'speed'])
        expect(
          facets.some((choice) => choice.startsWith(`${facet}=`)),
          `${facet} of ${product.name}`,
        ).toBe(true)
    }
  })

  it('is among the choices, each once and in their order, whatever the texts are', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('Duplex', 'Laser, Wi-Fi', 'no fax', '8 x 10 in', '40 ppm', 'A3'))
    fc.assert(
      fc.property(fc.dictionary(text, text), text, fc.array(text), (specifications, name, features) => {
        const facets = facetsWith(specifications, { name, features })
        expect(facets).toEqual(CHOICES.filter((choice) => facets.includes(choice)))
      }),
    )
  })

  it('is read in time from texts that are made to take long', () => {
    const specifications = { 'Max paper size': '1'.repeat(50_000), 'Print speed': `${'9 '.repeat(20_000)}x` }
    const began = performance.now()
    facetsWith(specifications)
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
