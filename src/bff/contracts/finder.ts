import { z } from 'zod'
import { Product } from './catalog.ts'
import { DecimalSum } from './common.ts'
import { FINDER_CHOICES, FIRST_ANSWERS, MAX_PAGES } from './finder-choices.ts'

/** GET /api/finder: what somebody asks of a printer. */
export const FinderParameters = z.object({
  prints: z.enum(FINDER_CHOICES.prints),
  pages: z
    .string()
    .regex(/^\d{1,6}$/, { error: () => `Enter a number of pages up to ${MAX_PAGES.toLocaleString('en-US')}` })
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_PAGES))
    .default(FIRST_ANSWERS.pages),
  color: z.enum(FINDER_CHOICES.color).default(FIRST_ANSWERS.color),
  scans: z.enum(FINDER_CHOICES.scans).default(FIRST_ANSWERS.scans),
  connection: z.enum(FINDER_CHOICES.connection).default(FIRST_ANSWERS.connection),
  paper: z.enum(FINDER_CHOICES.paper).default(FIRST_ANSWERS.paper),
})

const FoundPrinter = z.object({
  product: Product.pick({
    id: true,
    name: true,
    brand: true,
    category: true,
    price: true,
    originalPrice: true,
    image: true,
    images: true,
    tags: true,
    inStock: true,
    rating: true,
    reviewCount: true,
    specifications: true,
  }),
  /** What it lacks of what was asked for, the most important first. */
  misses: z
    .array(z.enum(['color', 'paper', 'purpose', 'scans', 'connection', 'volume', 'speed', 'duplex']))
    .describe('`purpose`: it is made for something else; `volume`: for fewer pages a month'),
  /** Three years of pages; null where the cost of a page is not known. */
  threeYears: z
    .object({
      parts: z.array(
        z.object({ pages: z.int(), cents: z.number().describe('What one page costs'), isColor: z.boolean() }),
      ),
      total: DecimalSum.describe('With the price of the printer'),
    })
    .nullable(),
})
export type FoundPrinter = z.infer<typeof FoundPrinter>

/** Other answers in the place of some. */
const WayOut = z.object({
  changes: z
    .object({
      pages: z.int(),
      color: z.enum(FINDER_CHOICES.color),
      scans: z.enum(FINDER_CHOICES.scans),
      connection: z.enum(FINDER_CHOICES.connection),
      paper: z.enum(FINDER_CHOICES.paper),
    })
    .partial(),
  /** How many products in stock do everything then. */
  fitting: z.int(),
})
export type WayOut = z.infer<typeof WayOut>

/** At most three printers, the best one first. */
export const FinderAnswer = z.object({
  printers: z.array(FoundPrinter).max(3),
  /** How many products in stock do everything that was asked for. */
  fitting: z.int(),
  /** When none does: the answers that are in the way, and what to answer instead. */
  waysOut: z.array(WayOut),
})
export type FinderAnswer = z.infer<typeof FinderAnswer>
