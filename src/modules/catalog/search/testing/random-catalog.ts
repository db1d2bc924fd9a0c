import type { Random } from '../../../../testing/random.ts'
import { demoProducts } from '../../demo-catalog/demo-catalog.ts'
import type { ProductContent } from '../../domain/bulk.ts'
import { CHOICES, FACET_NAMES, FACETS } from '../../domain/product-facets.ts'
import { PRICE_RANGES, type ProductFilters, type ProductQuery } from '../../domain/product-query.ts'
import type { Product } from '../../domain/product.ts'
import type { StaffProductQuery } from '../../domain/staff-query.ts'
import { aProduct } from '../../testing/product-builder.ts'

const BRANDS = ['HP', 'Épson', 'epson', 'Star', 'Star Micronics', '$ne', 'Photo', '']
/** Two are called alike, two have accents or a name that is no kind of product, and one is nearly the name of a value. */
const CATEGORIES = [
  'printers',
  'photo-printers',
  'Photo Printers',
  'supplies',
  'supplies',
  'label-printers',
  'Étiquettes',
]
const WORDS = (
  'LaserJet Laser Jet Pro M404dn ET-3850 ZD421 zd421 Printer printers Drucker Farblaserdrucker Photo Scanner Label Ink ' +
  'Toner Café CAFÉ Wireless Wi-Fi Two-Sided Colour Mono All-in-One 4x6 A3+ 30ppm the for XL 2 404 4155e 😀 𝒳 プリンター ' +
  'Straße ½ İstanbul - USB Fax iPhone glass bus ﬁne ſtar Ⅳ ² ٣٤٥ １２３ ｱｲ \uFFFD x\uFFFD \uE000 a\u00ADb 1,200 c++'
).split(' ')
const PHRASES = ['4 × 6 in', '13" x 19"', '80 mm', '30 ppm', '12 kg', 'Black and White', 'black & white', "d'encre"]
const FEATURES = ['Wireless', 'Laser', 'Wi-Fi (optional)', 'USB, without Wi-Fi', 'Up to 40 ppm', 'Prints on parchment']
const SPECIFICATIONS: readonly Product['specifications'][] = [
  {},
  { Technology: 'Color laser', Connections: 'Wi-Fi, USB 2.0', EAN: '4006381333931' },
  { Duplex: 'Yes', Fax: 'No', 'Print speed': '40 ppm', Weight: '10 kg', Noise: '48 dB(A)' },
  { Functions: 'Print, copy, scan', 'Max paper size': 'A3', 'Duty cycle': '4,000 pages a month', Weight: '22.05 lb' },
  'Weight: 9.9 kg\nPrint speed: 12.5 ppm\nFax: yes',
]
const DESCRIPTIONS = [
  '',
  'Prints 30 pages a minute. Does not need ink.',
  'Quiet, with fax and parchment',
  'Imprimante couleur',
]
const MODELS = ['HP LaserJet Pro M404dn', 'HP LaserJet-Pro M404dn', 'ZD421', 'Brother HL-L2460DW']
const PRICES = [0, 9_999, 10_000, 19_900, 30_000, 30_001, 50_000, 50_001, 9_999_999_999]

function several<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  return [...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(items)))]
}

/** A product such as no supplier would sell, or one of the demo catalog; `number` makes its SKU another than all others. */
export function randomContent(random: Random, number: number): ProductContent {
  const { pick } = random
  const inStock = random.below(4) > 0
  const category = pick(CATEGORIES)
  const isSupply = category === 'supplies'
  return {
    name: [pick(BRANDS), ...several(random, [...WORDS, ...PHRASES], 5)].join(' ').trim() || '!!!',
    brand: pick(BRANDS),
    category,
    description: pick(DESCRIPTIONS),
    tags: several(random, ['bestseller', 'new', 'duplex'], 2),
    features: several(random, FEATURES, 2),
    specifications: pick(SPECIFICATIONS),
    fits: isSupply ? several(random, MODELS, 3) : [],
    pageYield: isSupply ? pick([null, 400, 2500]) : null,
    supplyColor: isSupply ? pick([null, 'black', 'color']) : null,
    image: 'printer.svg',
    images: [],
    originalPriceCents: null,
    awaitsPrice: false,
    ...(random.below(4) === 0 && pick(demoProducts)),
    sku: pick([null, `HP-LJ-${number}`, `UN ${number}/X`, `40063813${String(number).padStart(5, '0')}`]),
    priceCents: pick(PRICES),
    inStock,
    stockQuantity: inStock ? pick([0, 1, 5, 6]) : 0,
    isFeatured: random.below(4) === 0,
    isBusinessProduct: random.below(4) === 0,
  }
}

const SEARCHES = (
  'printer|the printer|printer printer|photo printers|Photo-Printers|etiquettes|wireless printer|all-in-one printers|' +
  'cheap color laser|printer under $200|between $100 and $300|about $300|at least 30 ppm|printer under 10 kg|light printer|' +
  'printer without wifi|not star|laser -hp|no ink|USB only|drucker ohne wlan|imprimante sans fil|Farblaserdrucker|tinte|' +
  'unter 300 euro|low cost per page|ink m404dn|toner for HP LaserJet Pro M404dn|paper for zd421|quiet|parchment|' +
  'quiet parchment|laser jet|hp4155e|400638|un 1|hp-lj|4 x 6 label|13x19|black and white|a3+|the|for the|p|la|zzqq|' +
  'between $300 and $100|under $0|1.200|½|iv|３４５|fine|a\u00ADb|c++|no no ink|only usb only|hp -|for for|99999999|' +
  'a b c d e f g h i j k l m n o p q|zzqq printer|hp zzqq laser zzxx|!!!|😀|𝒳|プ|strasse|istanbul|$where|{"$gt": ""}| '
).split('|')

/** What somebody might type: some of these, and what products are called, whole, in part, negated, or with a price. */
export function randomSearch(random: Random, products: readonly Product[]): string {
  const { pick } = random
  if (products.length === 0 || random.below(3) === 0) return pick(SEARCHES)
  const { name, sku, brand, category, priceCents } = pick(products)
  const words = name.split(' ')
  return pick<() => string>([
    () => name,
    () => name.slice(0, 1 + random.below(name.length)),
    () => several(random, words, 3).join(' '),
    () => `${pick(words)} ${pick(WORDS)}`,
    () => (sku ?? pick(words)).replaceAll(/[- /]/gu, pick(['', ' ', '-'])),
    () => `${pick(words)} ${pick(['without ', 'not ', '-', 'ohne '])}${pick([...words, 'wifi', 'duplex', brand])}`,
    () => `${pick(['cheap ', 'the ', ''])}${pick(words)} ${pick(['under', 'over', 'up to'])} $${priceCents / 100}`,
    () => `${brand} ${category.replaceAll('-', ' ')}`,
    () => `${pick(words)} `.repeat(40).slice(0, 200),
  ])()
}

export function randomFilters(random: Random, products: readonly Product[]): ProductFilters {
  const { pick } = random
  const one = products.length === 0 ? aProduct({ id: 0 }) : pick(products)
  const facet = pick(FACET_NAMES)
  const all: ProductFilters = {
    category: pick([one.category, 'nowhere', '']),
    search: randomSearch(random, products),
    featured: random.below(2) === 0,
    business: random.below(2) === 0,
    brands: several(random, [...BRANDS, 'Nobody'], 3),
    price: pick([
      ...PRICE_RANGES,
      {},
      { least: one.priceCents },
      { most: one.priceCents },
      { most: one.priceCents - 1 },
      { least: one.priceCents + 1, most: 50_000 },
    ]),
    inStock: random.below(4) > 0,
    choices: { [facet]: several<string>(random, FACETS[facet], 3) },
    models: several(random, ['hp-laserjet-pro-m404dn', 'hp-zd421', 'hp-laserjet-pro-m404dn HP', 'nobody-1'], 2),
    modelsLike: pick(['', '404', 'hp 4', 'zz']),
    measures: pick([
      { ppm: { least: 13 } },
      { grams: { most: 9_999, orUnknown: true } },
      { monthlyPages: { least: 5_000, orUnknown: true }, ppm: {} },
    ]),
    except: {
      brands: several(random, BRANDS, 1),
      choices: several(random, CHOICES, 2),
      words: several(random, ['laser', 'printer', 'parchment'], 1),
    },
  }
  return Object.fromEntries(Object.entries(all).filter(() => random.below(5) === 0))
}

/** A whole list most often; otherwise a page, which may be empty. */
function randomPage(random: Random): { readonly limit: number; readonly offset: number } {
  const { pick } = random
  return random.below(3) > 0 ? { limit: 1000, offset: 0 } : { limit: pick([0, 1, 5, 24]), offset: pick([0, 1, 5, 300]) }
}

export function randomQuery(random: Random, products: readonly Product[]): ProductQuery {
  const sort = random.pick([undefined, 'featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const)
  return { ...randomFilters(random, products), ...(sort !== undefined && { sort }), ...randomPage(random) }
}

export function randomStaffQuery(random: Random, products: readonly Product[]): StaffProductQuery {
  const { pick } = random
  const sort = pick([undefined, 'newest', 'name', 'price-low', 'stock-low', 'stock-high', 'updated'] as const)
  return {
    ...(random.below(2) === 0 && { search: randomSearch(random, products) }),
    ...(random.below(3) === 0 && { category: pick(CATEGORIES) }),
    ...(random.below(3) === 0 && { stock: pick(['in', 'out', 'low'] as const) }),
    ...(sort !== undefined && { sort }),
    ...randomPage(random),
  }
}
