import type { Product } from '../../domain/product.ts'
import { aProduct } from '../../testing/product-builder.ts'
import type { Described, Trait } from './task.ts'
import { withLinks } from './demo-described.ts'

type Line = readonly [Partial<Product> & Pick<Product, 'name' | 'priceCents'>, ...Trait[]]

/** What a distributor sends: other names for facts, British spelling, facts in one text, metric measures, no remarks. */
const LINES: Readonly<Record<string, readonly Line[]>> = {
  printers: [
    [
      {
        name: 'Canon i-SENSYS LBP631CW',
        priceCents: 24_900,
        specifications: {
          'Printing technology': 'Colour laser beam',
          'Duplex printing': 'Manual (driver support)',
          'Standard interfaces': 'USB 2.0, 802.11b/g/n',
          'Print speed (mono)': '18 ppm',
          'Max paper size': 'A4',
        },
      },
      ...(['prints', 'office', 'laser', 'color', 'wifi'] as const),
    ],
    [
      {
        name: 'Ricoh P C311W',
        priceCents: 31_900,
        specifications: {
          'Print engine': 'Colour LED',
          'Two-sided': 'Standard',
          Connectivity: 'Gigabit LAN; WLAN; USB',
          'Output speed': '26 ppm',
          'Paper size': 'A6 - A4',
        },
      },
      ...(['prints', 'office', 'laser', 'color', 'duplex', 'wifi', 'ethernet'] as const),
    ],
    [
      {
        name: 'OKI C844dnw',
        priceCents: 149_000,
        specifications: {
          'Print method': 'Digital LED, colour',
          'Auto duplex': 'Yes',
          Networking: '10/100/1000 Base-TX',
          'Speed black': '36 ppm',
          'Maximum paper size': '297 x 420 mm',
        },
      },
      ...(['prints', 'office', 'laser', 'color', 'duplex', 'ethernet', 'a3', '35ppm'] as const),
    ],
    [
      {
        name: 'Pantum BM5100FDW',
        priceCents: 23_900,
        specifications:
          'Printer type: Mono laser\nFunctionality: Printer/Copier/Scanner/Fax\nDuplex printing: Automatic\n' +
          'Connectivity: USB, RJ-45, Wi-Fi 802.11n\nPrint speed: 42 ppm\nPaper size: A4, Legal',
      },
      ...([
        'prints',
        'office',
        'laser',
        'mono',
        'duplex',
        'scans',
        'copies',
        'faxes',
        'wifi',
        'ethernet',
        '35ppm',
        'legal',
      ] as const),
    ],
    [
      {
        name: 'Lexmark CX431adw',
        priceCents: 52_900,
        specifications: {
          'Print Technology': 'Laser',
          'Colour output': 'Yes',
          Functions: 'Colour copying; colour printing; colour scanning; faxing',
          Duplex: 'Integrated',
          'Standard connectivity': 'Gigabit Ethernet, 802.11ac',
          'Print speed': 'Up to 26 ppm',
        },
      },
      ...(['prints', 'office', 'laser', 'color', 'duplex', 'scans', 'copies', 'faxes', 'wifi', 'ethernet'] as const),
    ],
    [
      {
        name: 'Kyocera ECOSYS P2040dw',
        priceCents: 21_500,
        specifications: {
          Type: 'Monochrome laser printer',
          'Double-sided printing': 'Automatic',
          Interfaces: 'USB; Ethernet; WLAN',
          'Printing speed': '40 pages/min',
        },
      },
      ...(['prints', 'office', 'laser', 'mono', 'duplex', 'wifi', 'ethernet', '35ppm'] as const),
    ],
    [
      {
        name: 'Brother DCP-T530DW',
        priceCents: 18_900,
        specifications: {
          'Print technology': 'Refillable ink tank, colour inkjet',
          'Main functions': 'Print, Copy, Scan',
          Wireless: '802.11n',
          'Duplex printing': 'Automatic',
          'Print speed black': '16 ipm',
        },
      },
      ...(['prints', 'office', 'inkjet', 'tanks', 'color', 'duplex', 'scans', 'copies', 'wifi'] as const),
    ],
  ],
  'photo-printers': [
    [
      {
        name: 'Fujifilm Frontier DE100',
        priceCents: 199_000,
        specifications: { 'Printing method': 'Inkjet', Interface: 'USB', 'Maximum print size': '210 x 1000 mm' },
      },
      ...(['prints', 'photo', 'inkjet', 'color'] as const),
    ],
    [
      {
        name: 'Epson SureColor SC-P700',
        priceCents: 69_900,
        specifications: { Technology: 'Pigment inkjet', Interface: 'LAN, WLAN, USB', 'Max. media size': 'A3+' },
      },
      ...(['prints', 'photo', 'inkjet', 'color', 'a3', 'wifi', 'ethernet'] as const),
    ],
    [
      {
        name: 'Epson SureColor SC-T3100',
        priceCents: 119_000,
        specifications: { Technology: 'Inkjet, colour', Interface: 'Gigabit Ethernet', 'Max paper size': 'A1' },
        features: ['For plans'],
      },
      ...(['prints', 'photo', 'inkjet', 'color', 'a3', 'plans', 'ethernet'] as const),
    ],
  ],
  scanners: [
    [
      {
        name: 'Kodak Alaris S2050',
        priceCents: 69_900,
        specifications: { Kind: 'Document scanner', ADF: '80 sheets', 'Scanning speed': '50 ppm' },
      },
      ...(['scanner', 'feeder', '35ppm', '50ppm'] as const),
    ],
    [
      {
        name: 'Plustek PS186',
        priceCents: 27_900,
        specifications: { Kind: 'Document scanner', 'Document feeder (ADF)': '50 sheets', 'Scan speed': '25 ppm' },
      },
      ...(['scanner', 'feeder'] as const),
    ],
    [
      {
        name: 'Plustek OpticFilm 8200i',
        priceCents: 32_900,
        specifications: { Kind: 'Film scanner', Originals: 'Negatives and slides', ADF: 'No' },
      },
      ...(['scanner', 'film'] as const),
    ],
    [
      {
        name: 'Canon imageFORMULA R10',
        priceCents: 17_900,
        specifications: 'Portable scanner\nScan speed: 12 ppm\nDocument feeder: 20 sheets',
      },
      ...(['scanner', 'portable', 'feeder'] as const),
    ],
  ],
  'barcode-scanners': [
    [
      {
        name: 'Newland HR32-BT',
        priceCents: 17_900,
        specifications: { Interface: 'Bluetooth 5.0', Design: 'Cordless' },
      },
      ...(['barcodes', 'bluetooth', 'cordless'] as const),
    ],
    [
      { name: 'Newland HR22', priceCents: 8_900, specifications: { Interface: 'USB', Design: 'Corded' } },
      ...(['barcodes'] as const),
    ],
  ],
  'pos-systems': [
    [
      {
        name: 'Citizen CT-E351',
        priceCents: 18_900,
        specifications: { Type: 'Thermal receipt printer', Interface: 'USB, LAN', 'Paper width': '80 mm' },
      },
      ...(['prints', 'receipts', 'ethernet'] as const),
    ],
    [
      {
        name: 'Citizen CMP-30II',
        priceCents: 35_900,
        specifications: { Type: 'Portable receipt printer', Interface: 'Bluetooth, USB', 'Paper width': '80 mm' },
      },
      ...(['prints', 'receipts', 'bluetooth', 'portable'] as const),
    ],
    [
      { name: 'Glancetron 8040', priceCents: 7_900, specifications: { Type: 'Cash drawer', Colour: 'Black' } },
      ...(['drawer'] as const),
    ],
    [
      {
        name: 'TSC DA210',
        priceCents: 24_900,
        specifications: { Type: 'Label printer', 'Printing method': 'Direct thermal', Interface: 'USB' },
      },
      ...(['prints', 'labels'] as const),
    ],
  ],
  supplies: [
    [
      {
        name: 'Kyocera TK-1170',
        priceCents: 9_900,
        specifications: { Kind: 'Toner cassette', Colour: 'Black' },
        fits: ['ECOSYS P2040dw'],
        brand: 'Kyocera',
        pageYield: 7200,
        supplyColor: 'black',
      },
      ...(['toner', 'black'] as const),
    ],
    [
      {
        name: 'Pantum TL-5120 toner black',
        priceCents: 8_900,
        fits: ['Pantum BM5100FDW'],
        pageYield: 3000,
        supplyColor: 'black',
      },
      ...(['toner', 'black'] as const),
    ],
    [
      {
        name: 'Ricoh C311W toner yellow',
        priceCents: 11_900,
        fits: ['Ricoh P C311W'],
        pageYield: 6000,
        supplyColor: 'yellow',
      },
      ...(['toner', 'yellow'] as const),
    ],
    [
      {
        name: 'Brother BTD60BK ink bottle',
        priceCents: 1_200,
        fits: ['Brother DCP-T530DW'],
        pageYield: 7500,
        supplyColor: 'black',
      },
      ...(['ink', 'black'] as const),
    ],
    [
      { name: 'Thermal label roll 4 × 6 in shipping', priceCents: 1_900, fits: ['TSC DA210', 'Zebra GK420d'] },
      ...(['supply', 'labels'] as const),
    ],
    [
      { name: 'Thermo receipt rolls 80 mm, 50 pcs', priceCents: 4_900, specifications: { Material: 'Thermal paper' } },
      ...(['paper', 'receipts'] as const),
    ],
    [
      {
        name: 'Navigator copy paper A4 80 g, 500 sheets',
        priceCents: 690,
        description: 'For laser, inkjet and copiers.',
      },
      ...(['paper'] as const),
    ],
  ],
}

/** A small catalog that says the same in other words. */
export function importedCatalog(): readonly Described[] {
  let id = 0
  return withLinks(
    Object.entries(LINES).flatMap(([category, lines]) =>
      lines.map(([fields, ...traits]) => {
        const brand = fields.name.split(' ')[0] ?? ''
        const product = aProduct({ brand, description: '', ...fields, id: ++id, category })
        return { product, traits: new Set<Trait>(traits) }
      }),
    ),
  )
}
