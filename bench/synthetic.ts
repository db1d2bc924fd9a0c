import { seededRandom } from './random.ts'

export const BRANDS = [
  'Alder',
  'Birch',
  'Cedar',
  'Douglas',
  'Elm',
  'Fir',
  'Gingko',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
] as const
const SERIES = [
  'LaserWriter',
  'InkStream',
  'PhotoCraft',
  'ScanDesk',
  'LabelPoint',
  'TillMate',
  'DocuFeed',
  'ColorPress',
] as const
export const CATEGORIES = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
] as const
const FEATURES = [
  'Wi-Fi and Ethernet',
  'Automatic duplex',
  'Borderless photos',
  'Touch screen',
  'Quiet night mode',
  'Sheet feeder',
  'Prints from phones',
  'Refillable tanks',
  'Second paper drawer',
  'Encrypted storage',
  'Cutter for labels',
  'Cash drawer port',
] as const
const TECHNOLOGIES = ['Mono laser', 'Color laser', 'Inkjet', 'Thermal', 'Contact image sensor'] as const

export interface SyntheticProduct {
  readonly number: number
  readonly sku: string
  readonly name: string
  readonly description: string
  readonly brand: string
  readonly category: string
  readonly priceCents: number
  readonly stock: number
  readonly features: readonly string[]
  readonly specifications: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Product `number` of a made-up supplier: some 900 bytes of JSON, with a brand, a category, a price and features that do
 * not depend on each other. A tenth is sold out.
 */
export function syntheticProduct(number: number): SyntheticProduct {
  const random = seededRandom(number)
  const brand = random.of(BRANDS)
  const series = random.of(SERIES)
  const model = `${1000 + random.below(9000)}${String.fromCharCode(97 + random.below(26))}${number.toString(36)}`
  const name = `${brand} ${series} ${model}`
  const pages = 20 + random.below(40)
  const features = [random.of(FEATURES), random.of(FEATURES), random.of(FEATURES), random.of(FEATURES)]
  return {
    number,
    sku: `SYN-${number}`,
    name,
    description:
      `${name} is made for a team of ${2 + random.below(40)} people. It holds ${100 + random.below(9) * 50} sheets, ` +
      `starts in ${3 + random.below(20)} seconds and stays quiet at ${pages} pages per minute, day after day.`,
    brand,
    category: random.of(CATEGORIES),
    priceCents: 2_999 + random.below(900) * 100,
    stock: random.below(10) === 0 ? 0 : 100_000 + random.below(50),
    features: [...new Set(features)],
    specifications: [
      { name: 'Technology', value: random.of(TECHNOLOGIES) },
      { name: 'Print speed', value: `${pages} pages per minute` },
      { name: 'Paper input', value: `${100 + random.below(9) * 50} sheets` },
      { name: 'Duplex printing', value: random.of(['Automatic', 'By hand', 'No']) },
      { name: 'Connections', value: random.of(['USB 2.0', 'USB 2.0, Ethernet', 'USB 2.0, Wi-Fi', 'Bluetooth']) },
      { name: 'Weight', value: `${5 + random.below(60)} lb` },
    ],
  }
}

/** The product as the shop stores it. */
export function storedProduct(number: number, now: Date) {
  const { sku, name, description, brand, category, priceCents, stock, features, specifications } =
    syntheticProduct(number)
  return {
    _id: number,
    sku,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    description,
    brand,
    category,
    priceCents,
    originalPriceCents: null,
    image: 'hp-laserjet-pro-m404dn-front.svg',
    images: [],
    tags: [],
    inStock: stock > 0,
    stockQuantity: stock,
    isFeatured: number % 50 === 0,
    isBusinessProduct: number % 6 === 0,
    rating: 0,
    reviewCount: 0,
    specificationsText: null,
    specifications,
    features,
    createdAt: now,
    updatedAt: now,
  }
}

/** The product as a line of a supplier's price list. */
export function priceListRow(product: SyntheticProduct, edition: number): string {
  const { sku, name, description, category, brand, priceCents, features, specifications } = product
  const price = ((priceCents + edition * 100) / 100).toFixed(2)
  const facts = specifications.map((each) => `${each.name}: ${each.value}`).join('|')
  return [
    sku,
    name,
    `"${description}"`,
    category,
    brand,
    price,
    String((product.number * edition) % 70),
    '/images/a.webp|/images/b.webp',
    features.join('|'),
    `"${facts}"`,
  ].join(',')
}

export const PRICE_LIST_HEADER =
  'sku,name,description,category,brand,price,stockQuantity,images,features,specifications'
