import { demoProducts } from '../../demo-catalog/demo-catalog.ts'
import { linksAmong } from '../../domain/supply-links.ts'
import type { Product } from '../../domain/product.ts'
import { aProduct } from '../../testing/product-builder.ts'
import type { Described, Trait } from './task.ts'

/** The demo catalog, described by what its own facts say. */
export function demoCatalog(): readonly Described[] {
  return withLinks(
    demoProducts.map((demo, i) => {
      const product = aProduct({ ...demo, id: i + 1 })
      return { product, traits: new Set(demoTraits(product)) }
    }),
  )
}

function demoTraits(product: Product): readonly Trait[] {
  const facts = typeof product.specifications === 'string' ? {} : product.specifications
  const fact = (name: string) => facts[name] ?? ''
  const when = (condition: boolean, ...traits: readonly Trait[]) => (condition ? traits : [])
  const technology = fact('Technology')
  const type = fact('Type')
  const speed = Number(/^(\d+) pages per minute/.exec(fact('Print speed') || fact('Scan speed'))?.[1] ?? 0)
  const { category } = product
  const [, weight = 'NaN', unit] = /^([\d.]+) (lb|oz)$/.exec(fact('Weight')) ?? []
  const says = (words: RegExp) =>
    product.features.some((feature) => words.test(feature)) || words.test(product.description)
  const isPrinter = technology !== '' || /printer|laser|inkjet/i.test(`${type} ${fact('Includes')}`)
  return [
    ...when(isPrinter, 'prints'),
    ...when(category === 'printers', 'office'),
    ...when(category === 'photo-printers', 'photo', 'color'),
    ...when(/laser|LED/i.test(`${technology} ${fact('Includes')}`), 'laser'),
    ...when(/inkjet/.test(technology), 'inkjet'),
    ...when(/tanks/.test(technology), 'tanks'),
    ...when(/color/i.test(`${technology} ${fact('Includes')}`), 'color'),
    ...when(/mono/i.test(`${technology} ${fact('Includes')}`), 'mono'),
    ...when(fact('Duplex printing') === 'Automatic', 'duplex'),
    ...when(/scan|all-in-one|multifunction/i.test(`${fact('Functions')} ${fact('Includes')}`), 'scans', 'copies'),
    ...when(/fax/.test(fact('Functions')) || says(/\bfax\b/i), 'faxes'),
    ...when(/Wi-Fi/.test(fact('Connections')), 'wifi'),
    ...when(/Ethernet/.test(fact('Connections')), 'ethernet'),
    ...when(/Bluetooth/.test(fact('Connections')), 'bluetooth'),
    ...when(/13 × 19|17 × 22|24 in/.test(fact('Largest print')) || /plan/i.test(product.name), 'a3'),
    ...when(/24 in/.test(fact('Largest print')) || /Plan Station/.test(product.name), 'plans'),
    ...when(/receipt/i.test(`${type} ${product.name} ${fact('Includes')}`), 'receipts'),
    ...when(/label/i.test(`${type} ${product.name} ${fact('Includes')}`), 'labels'),
    ...when(category === 'scanners', 'scanner'),
    ...when(!['', 'None'].includes(fact('Document feeder')), 'feeder'),
    ...when(speed >= 35, '35ppm'),
    ...when(speed >= 50, '50ppm'),
    ...when(/film/i.test(`${type} ${fact('Largest page')}`), 'film'),
    ...when(/Portable/.test(type), 'portable'),
    ...when(category === 'barcode-scanners', 'barcodes'),
    ...when(/cordless/.test(type), 'cordless'),
    ...when(/till/i.test(type), 'till'),
    ...when(/drawer/.test(type), 'drawer'),
    ...when(/ink/i.test(type), 'ink'),
    ...when(/toner/i.test(type), 'toner'),
    ...when(category === 'supplies', 'supply'),
    ...when(/paper|receipt roll/i.test(type), 'paper'),
    ...when(Number(weight) / (unit === 'oz' ? 16 : 1) < 22, 'light'),
    ...when(/AirPrint/.test(fact('Works with')), 'mac', 'iphone'),
    ...when(/iOS/.test(fact('Works with')), 'iphone'),
    ...when(says(/quiet/i), 'quiet'),
    ...when(fact('Borderless') === 'Yes' || says(/borderless|without (a )?borders?/i), 'borderless'),
    ...when(/legal/.test(fact('Paper sizes')) || /13 × 19|17 × 22|24 in/.test(fact('Largest print')), 'legal'),
    ...when(/both sides/.test(fact('Document feeder')), 'both-sides'),
    ...when(/Battery/.test(fact('Power')), 'portable'),
    ...when(/drum/i.test(type), 'drum'),
    ...when(category === 'photo-printers', '4x6'),
    ...when(product.supplyColor === 'black', 'black'),
    ...when(product.supplyColor === 'yellow', 'yellow'),
  ]
}

/** The same with their links of supplies, and what a page costs with these. */
export function withLinks(catalog: readonly Described[]): readonly Described[] {
  const links = linksAmong(catalog.map(({ product }) => product))
  return catalog.map(({ product, traits }) => ({ product: { ...product, ...links.get(product.id) }, traits }))
}
