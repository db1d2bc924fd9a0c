import { VIEWS, type ProductDrawing, type View } from '../drawings/draw-product.ts'

export const DEMO_CATEGORIES = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
] as const
export type DemoCategory = (typeof DEMO_CATEGORIES)[number]
export type DemoTag = 'bestseller' | 'new' | 'sale'

export interface DemoReview {
  readonly rating: 1 | 2 | 3 | 4 | 5
  readonly customerName: string
  readonly customerTitle: string | null
  readonly comment: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/** A product of the demo catalogue, in the fields of the catalogue; money in cents. */
export interface DemoProduct {
  readonly sku: string
  readonly name: string
  readonly description: string
  readonly brand: string
  readonly category: DemoCategory
  readonly priceCents: number
  readonly originalPriceCents: number | null
  /** File name of the main picture; it is the first of `images`. */
  readonly image: string
  readonly images: readonly string[]
  readonly tags: readonly DemoTag[]
  readonly inStock: boolean
  /** Pieces on the shelf. In stock with 0 pieces means made to order: it is not counted. */
  readonly stockQuantity: number
  readonly isFeatured: boolean
  readonly isBusinessProduct: boolean
  readonly specifications: Readonly<Record<string, string>>
  readonly features: readonly string[]
  readonly reviews: readonly DemoReview[]
  /** How the product's pictures are drawn. */
  readonly drawing: ProductDrawing
}

/** Rating, name, title or null, day, and what the customer wrote. */
type ReviewLine = readonly [DemoReview['rating'], string, string | null, `${number}-${number}-${number}`, string]

interface DemoProductEntry {
  readonly sku: string
  readonly name: string
  readonly brand: string
  readonly priceCents: number
  readonly originalPriceCents?: number
  readonly tags?: readonly DemoTag[]
  readonly stockQuantity: number
  readonly madeToOrder?: boolean
  readonly isFeatured?: boolean
  readonly isBusinessProduct?: boolean
  readonly drawing: ProductDrawing
  readonly description: string
  readonly specifications: Readonly<Record<string, string>>
  readonly features: readonly string[]
  readonly reviews?: readonly ReviewLine[]
}

/** Completes an entry of the demo catalogue: picture names, stock state and the dates of its reviews. */
export function demoProduct(category: DemoCategory, entry: DemoProductEntry): DemoProduct {
  const images = VIEWS.map((view) => pictureName(entry.brand, entry.name, view))
  return {
    sku: entry.sku,
    name: entry.name,
    description: entry.description,
    brand: entry.brand,
    category,
    priceCents: entry.priceCents,
    originalPriceCents: entry.originalPriceCents ?? null,
    image: images[0]!,
    images,
    tags: entry.tags ?? [],
    inStock: entry.stockQuantity > 0 || entry.madeToOrder === true,
    stockQuantity: entry.stockQuantity,
    isFeatured: entry.isFeatured ?? false,
    isBusinessProduct: entry.isBusinessProduct ?? false,
    specifications: entry.specifications,
    features: entry.features,
    reviews: (entry.reviews ?? []).map((line, index) => review(line, entry.sku, index)),
    drawing: entry.drawing,
  }
}

/** Makes the specifications of one category: the same keys in the same order for every product of it. */
export function specificationSheet<const Keys extends readonly string[]>(
  ...keys: Keys
): (...values: { readonly [K in keyof Keys]: string }) => Readonly<Record<string, string>> {
  return (...values) => Object.fromEntries(keys.map((key, index) => [key, values[index] as string]))
}

/** The file name of a picture: `hp-laserjet-pro-m404dn-front.svg`. */
export function pictureName(brand: string, name: string, view: View): string {
  const title = name.startsWith(brand.split(' ')[0]!) ? name : `${brand} ${name}`
  return `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}-${view}.svg`
}

/** People write at all hours: the minute of a review follows from the product and its place in the list. */
function review(
  [rating, customerName, customerTitle, day, comment]: ReviewLine,
  sku: string,
  index: number,
): DemoReview {
  const seed = [...sku].reduce((sum, letter) => sum + letter.charCodeAt(0), index * 397)
  const time = new Date(`${day}T00:00:00.000Z`).getTime() + (seed % 1_440) * 60_000
  return { rating, customerName, customerTitle, comment, createdAt: new Date(time).toISOString() }
}
