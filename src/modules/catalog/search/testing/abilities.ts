import { createRandom } from '../../../../testing/random.ts'
import { demoProducts } from '../../demo-catalog/demo-catalog.ts'
import { linksAmong } from '../../domain/supply-links.ts'
import type { Product } from '../../domain/product.ts'
import { aProduct } from '../../testing/product-builder.ts'

/** What a printer really can, whatever its supplier writes. */
export interface Abilities {
  readonly madeFor: 'documents' | 'photos' | 'plans' | 'labels' | 'receipts'
  readonly color: boolean
  readonly scans: boolean
  readonly faxes: boolean
  readonly connections: ReadonlySet<'wifi' | 'ethernet' | 'usb'>
  /** The short edge of the largest sheet in inches. */
  readonly inches: number
  readonly ppm: number
  readonly duplex: boolean
  /** Infinity where it does not say. */
  readonly monthlyPages: number
}

export interface Able {
  readonly product: Product
  readonly can: Abilities
}

/** The demo catalog without its supplies. */
export function ableDemo(): readonly Able[] {
  const products = demoProducts.map((demo, i) => aProduct({ ...demo, id: i + 1 }))
  const links = linksAmong(products)
  const machines = products.filter(({ category }) => category !== 'supplies')
  return machines.map((product) => ({ product: { ...product, ...links.get(product.id) }, can: readDemo(product) }))
}

function readDemo({ name, category, specifications }: Product): Abilities {
  const facts = typeof specifications === 'string' ? {} : specifications
  const fact = (key: string) => facts[key] ?? ''
  const all = `${fact('Connections')} ${fact('Functions')}`
  const kind = `${name} ${fact('Type')} ${fact('Includes')}`
  const volume = /[\d,]+/.exec(fact('Monthly volume'))?.[0].replaceAll(',', '')
  const isPhoto = category === 'photo-printers'
  return {
    madeFor: isPhoto
      ? 'photos'
      : category === 'printers'
        ? 'documents'
        : /label/i.test(kind)
          ? 'labels'
          : /receipt/i.test(kind)
            ? 'receipts'
            : 'plans',
    color: isPhoto || /color/i.test(`${fact('Technology')} ${fact('Includes')}`),
    scans: /scan/.test(all),
    faxes: /fax/.test(all),
    connections: new Set([
      ...(/Wi-Fi/.test(all) ? ['wifi' as const] : []),
      ...(/Ethernet/.test(all) ? ['ethernet' as const] : []),
      ...(/USB/.test(all) ? ['usb' as const] : []),
    ]),
    inches: Number(
      /^[\d.]+/.exec(fact('Largest print'))?.[0] ?? (category === 'printers' ? 8.5 : /Plan/.test(name) ? 24 : 4),
    ),
    ppm: Number(/^[\d.]+/.exec(fact('Print speed'))?.[0] ?? 0),
    duplex: fact('Duplex printing') === 'Automatic',
    monthlyPages: volume === undefined ? Infinity : Number(volume),
  }
}

const KINDS = [
  {
    madeFor: 'documents',
    category: 'printers',
    papers: [
      ['A4', 8.3],
      ['Letter, legal', 8.5],
      ['A3', 11.7],
    ],
  },
  { madeFor: 'documents', category: 'printers', papers: [['A4', 8.3]] },
  {
    madeFor: 'photos',
    category: 'photo-printers',
    papers: [
      ['4 × 6 in', 4],
      ['A4', 8.3],
      ['13 × 19 in', 13],
    ],
  },
  { madeFor: 'plans', category: 'business-solutions', papers: [['A1', 23.4]] },
  { madeFor: 'plans', category: 'printers', papers: [['A0', 33]] },
  { madeFor: 'labels', category: 'business-solutions', papers: [['4 in labels', 4]] },
  { madeFor: 'labels', category: 'printers', papers: [['4 in labels', 4]] },
  { madeFor: 'receipts', category: 'pos-systems', papers: [['80 mm receipts', 3]] },
] as const

/** Printers that can all kinds of things, as suppliers describe them. The same seed makes the same ones. */
export function generatedPrinters(count: number, seed: number): readonly Able[] {
  const random = createRandom(seed)
  const isSo = () => random.next() < 0.5
  return Array.from({ length: count }, (_, i) => {
    const { madeFor, category, papers } = random.pick(KINDS)
    const [paper, inches] = random.pick<readonly [string, number]>(papers)
    const isSheets = madeFor === 'documents' || madeFor === 'photos'
    const technology =
      madeFor === 'documents'
        ? random.pick(['Laser', 'Inkjet'])
        : isSheets || madeFor === 'plans'
          ? 'Color inkjet'
          : 'Thermal'
    const scans = isSheets && isSo()
    const can: Abilities = {
      madeFor,
      color: technology.endsWith('nkjet') || (technology === 'Laser' && isSo()),
      scans,
      faxes: scans && isSo(),
      connections: new Set((['wifi', 'ethernet', 'usb'] as const).filter(isSo)),
      inches,
      ppm: random.pick([12, 24, 38, 55]),
      duplex: madeFor === 'documents' && isSo(),
      monthlyPages: random.pick([Infinity, 400, 2500, 12_000]),
    }
    const words = { wifi: random.pick(['WLAN', 'Wi-Fi']), ethernet: random.pick(['LAN', 'RJ-45']), usb: 'USB 2.0' }
    const names = {
      documents: 'printer',
      photos: 'photo printer',
      plans: 'plotter',
      labels: 'label printer',
      receipts: 'receipt printer',
    }
    const product = aProduct({
      id: i + 1,
      name: `Model ${i} ${names[madeFor]}`,
      category,
      description: '',
      priceCents: 5000 + random.below(100_000),
      specifications: {
        'Print technology': technology === 'Laser' ? `${can.color ? 'Color' : 'Mono'} laser` : technology,
        Functions: ['Print', ...(scans ? ['copy', 'scan'] : []), ...(can.faxes ? ['fax'] : [])].join(', '),
        Interface: [...can.connections].map((name) => words[name]).join(', ') || 'Parallel',
        'Max paper size': paper,
        'Print speed': `${can.ppm} ppm`,
        ...(can.duplex && { 'Duplex printing': 'Yes' }),
        ...(can.monthlyPages < Infinity && { 'Recommended monthly volume': `up to ${can.monthlyPages} pages` }),
      },
    })
    return { product, can }
  })
}
