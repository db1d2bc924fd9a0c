import { z } from 'zod'
import { SUPPLY_COLORS } from '../domain/cost-per-page.ts'

export const DEMO_CATEGORIES = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
  'supplies',
] as const

/** The pictures of a product: closed, at work, from behind, and one thing up close. The first is the main one. */
export const PICTURE_VIEWS = ['front', 'open', 'back', 'detail'] as const

/** What sets a drawn machine apart from others of its kind; size and name plate come from the product's own facts. */
const Traits = z
  .strictObject({
    trays: z.literal([1, 2, 3]),
    display: z.enum(['keys', 'screen', 'tilted']),
    panel: z.enum(['left', 'middle', 'right']),
    feeder: z.boolean(),
    rearPaper: z.boolean(),
    flap: z.boolean(),
    twinTanks: z.boolean(),
    stand: z.boolean(),
    roll: z.boolean(),
    accent: z.enum(['top', 'front']),
  })
  .partial()

/** A product as `products/*.json` write it down; money in cents. */
const DemoEntry = z.strictObject({
  category: z.enum(DEMO_CATEGORIES),
  sku: z.string(),
  name: z.string(),
  brand: z.string(),
  priceCents: z.int().positive(),
  originalPriceCents: z.int().positive().nullable().default(null),
  tags: z.array(z.enum(['bestseller', 'new', 'sale'])).default([]),
  stockQuantity: z.int().nonnegative(),
  /** In stock with 0 pieces: its pieces are not counted. */
  madeToOrder: z.boolean().default(false),
  isFeatured: z.boolean().default(false),
  isBusinessProduct: z.boolean().default(false),
  /** What the build draws its pictures from; see packages/product-drawings. */
  drawing: z.strictObject({
    kind: z.string(),
    casing: z.string(),
    variant: z.literal([0, 1, 2]).default(0),
    traits: Traits.default({}),
    ink: z.string().optional(),
  }),
  description: z.string(),
  /** The same keys in the same order for every product of a category. */
  specifications: z.record(z.string(), z.string()),
  features: z.array(z.string()),
  /** What a supply fits, also models that the shop does not sell. */
  fits: z.array(z.string()).default([]),
  pageYield: z.int().positive().nullable().default(null),
  supplyColor: z.enum(SUPPLY_COLORS).nullable().default(null),
  reviews: z
    .array(
      z.strictObject({
        rating: z.literal([1, 2, 3, 4, 5]),
        customerName: z.string(),
        customerTitle: z.string().nullable(),
        day: z.iso.date(),
        comment: z.string(),
      }),
    )
    .default([]),
})
export const DemoEntries = z.array(DemoEntry)
type DemoEntry = z.infer<typeof DemoEntry>

/** An entry of the demo catalog in the fields of the catalog. */
export type DemoProduct = ReturnType<typeof completeProduct>

/** Completes an entry: picture names, stock state and the time of its reviews. */
export function completeProduct({ madeToOrder, reviews, ...entry }: DemoEntry) {
  const images = PICTURE_VIEWS.map((view) => pictureName(entry, view))
  return {
    ...entry,
    drawing: { ...entry.drawing, traits: { ...entry.drawing.traits, size: sizeOf(entry), plate: plateOf(entry) } },
    /** File name of the main picture; it is the first of `images`. */
    image: pictureName(entry, PICTURE_VIEWS[0]),
    images,
    inStock: entry.stockQuantity > 0 || madeToOrder,
    reviews: reviews.map(({ day, ...review }, index) => ({ ...review, createdAt: timeOf(day, entry.sku, index) })),
  }
}

const INCHES = /^([\d.]+) × ([\d.]+) × ([\d.]+) in$/
/** Where the dimensions are width, depth and height. */
const SIZED: ReadonlySet<string> = new Set(['printers', 'photo-printers', 'scanners'])

/** The size that a machine is drawn in, as its specifications say; undefined for what is drawn as usual. */
function sizeOf({ category, specifications }: Pick<DemoEntry, 'category' | 'specifications'>) {
  const [, width, depth, height] = INCHES.exec(specifications.Dimensions ?? '') ?? []
  if (!SIZED.has(category) || width === undefined) return undefined
  return [Number(width), Number(depth), Number(height)] as const
}

/** The model's name on its casing: "M404dn" of "HP LaserJet Pro M404dn". */
function plateOf({ name }: Pick<DemoEntry, 'name'>): string | undefined {
  return name.split(' ').findLast((word) => /\d/.test(word))
}

/** The file name of a picture: `hp-laserjet-pro-m404dn-front.svg`. */
function pictureName({ brand, name }: Pick<DemoEntry, 'brand' | 'name'>, view: (typeof PICTURE_VIEWS)[number]): string {
  const title = name.startsWith(brand.split(' ')[0] ?? brand) ? name : `${brand} ${name}`
  const words = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${words.replaceAll(/^-|-$/g, '')}-${view}.svg`
}

/** People write at all hours: the minute of a review follows from the product and its place in the list. ISO 8601, UTC. */
function timeOf(day: string, sku: string, index: number): string {
  const seed = [...sku].reduce((sum, letter) => sum + letter.charCodeAt(0), index * 397)
  return new Date(new Date(`${day}T00:00:00.000Z`).getTime() + (seed % 1_440) * 60_000).toISOString()
}
