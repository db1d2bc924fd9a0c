import { z } from 'zod'
import { DecimalAmount, IsoTime, pageQuery, queryText, searchText } from './common.ts'
import { FACET_NAMES, type FacetName } from './facet-names.ts'
import { readPrice } from './listing-price.ts'
import { FACETS, LISTING_BOUNDS, PRICE_RANGES, SHORTCUTS, SORTS } from './listing-choices.ts'

export const CATEGORIES = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
  'supplies',
] as const
/**
 * What a supply prints: one ink or toner, `color` for cyan, magenta and yellow in one piece or pack, `all` for a set that
 * makes the whole picture, such as a ribbon with its paper.
 */
export const SUPPLY_COLORS = ['black', 'cyan', 'magenta', 'yellow', 'color', 'all'] as const
export const PRODUCT_TAGS = ['bestseller', 'new', 'sale'] as const

/** What a page costs in cents, to a tenth; null where it is not known. A photo printer's `color` is one print. */
export const CostPerPage = z.object({ black: z.number().nullable(), color: z.number().nullable() })
export type CostPerPage = z.infer<typeof CostPerPage>

/** A product as the shop shows it (specification 1, section 3). */
export const Product = z.object({
  id: z.int(),
  sku: z.string().nullable(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  brand: z.string(),
  category: z.string(),
  price: DecimalAmount,
  originalPrice: DecimalAmount.nullable(),
  image: z.string(),
  images: z.array(z.string()),
  tags: z.array(z.string()),
  inStock: z.boolean(),
  stockQuantity: z.int(),
  /** Present only when true: the product is off sale just because it has no price yet. */
  awaitsPrice: z.literal(true).optional(),
  isFeatured: z.boolean(),
  isBusinessProduct: z.boolean(),
  rating: z.string(),
  reviewCount: z.int(),
  specifications: z.union([z.string(), z.record(z.string(), z.string())]),
  features: z.array(z.string()),
  /** Present only in a supply: the models that it fits, each by its SKU or name. */
  fits: z.array(z.string()).optional(),
  /** Present only where it is known: how many pages, prints, labels or receipts the supply is good for. */
  pageYield: z.int().optional(),
  supplyColor: z.enum(SUPPLY_COLORS).optional(),
  /** Present only where it is known. */
  costPerPage: CostPerPage.optional(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
})
export type Product = z.infer<typeof Product>

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Repeatable: technology=laser&technology=inkjet. Of several values a product has at least one. */
function facet<Name extends FacetName>(name: Name) {
  const values: readonly (typeof FACETS)[Name][number][] = FACETS[name]
  const value = z.enum(values)
  return z
    .union([value, z.array(value).max(values.length)], `Choose ${values.join(', ')}`)
    .transform((chosen) => [...new Set([chosen].flat())])
    .optional()
}

/** The filters of the listing. They are part of the page's URL, so that a filtered list can be shared. */
export const ProductFilters = z.object({
  category: queryText(LISTING_BOUNDS.category).optional(),
  search: searchText().optional(),
  featured: flag.optional(),
  business: flag.optional(),
  /** Repeatable: brand=HP&brand=Canon. */
  brand: z
    .union([queryText(LISTING_BOUNDS.brand), z.array(queryText(LISTING_BOUNDS.brand)).max(LISTING_BOUNDS.brands)])
    .transform((brand) => [brand].flat())
    .optional(),
  /** One of the ranges, or own limits in dollars: "100-400", "from-100", "up-to-400". */
  price: z
    .string()
    .transform((text, context) => {
      const price = readPrice(text)
      if (price !== null) return price
      context.addIssue(`Choose ${PRICE_RANGES.join(', ')}, or limits such as 100-400, from-100 or up-to-400`)
      return z.NEVER
    })
    .optional(),
  inStock: flag.optional(),
  /** The models, of which a supply fits at least one, as the facets name them. Repeatable: fits=brother-hl-l2460dw. */
  fits: z
    .union([queryText(LISTING_BOUNDS.model), z.array(queryText(LISTING_BOUNDS.model)).max(LISTING_BOUNDS.models)])
    .transform((fits) => [...new Set([fits].flat())])
    .optional(),
  technology: facet('technology'),
  color: facet('color'),
  duplex: facet('duplex'),
  function: facet('function'),
  connection: facet('connection'),
  paper: facet('paper'),
  speed: facet('speed'),
  pageCost: facet('pageCost'),
  ink: facet('ink'),
  yield: facet('yield'),
} satisfies Readonly<Record<FacetName, unknown>> & Readonly<Record<string, unknown>>)

export const FacetsQuery = ProductFilters.extend({
  /** Which models are counted beside the chosen ones: those whose names have these words. */
  modelsLike: queryText(LISTING_BOUNDS.model).optional(),
})

/** Reads "3,1,2" as [3, 1, 2]: up to 100 numbers without duplicates. */
const ProductIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'Give 1 to 100 product numbers with commas between them')
  .transform((text) => [...new Set(text.split(',').map(Number))])

const isAlone = (others: object): boolean => Object.values(others).every((value) => value === undefined)

export const ListProductsQuery = ProductFilters.extend({
  /**
   * Exactly these products in this order; unknown numbers are left out. It cannot be combined with other parameters.
   */
  ids: ProductIds.optional(),
  /**
   * Products with exactly these names, at most 100 of them. Repeatable, and not combined with other parameters either.
   */
  name: z
    .union([queryText(200), z.array(queryText(200)).max(20)])
    .transform((name) => [...new Set([name].flat())])
    .optional(),
  sort: z.enum(SORTS).optional(),
  ...pageQuery(LISTING_BOUNDS.limit),
})
  .refine(({ ids, ...others }) => ids === undefined || isAlone(others), {
    path: ['ids'],
    message: 'Products asked for by number can neither be filtered nor sorted',
  })
  .refine(({ name, ...others }) => name === undefined || isAlone(others), {
    path: ['name'],
    message: 'Products asked for by name can neither be filtered nor sorted',
  })
export const ProductList = z.array(Product)

/** What one page costs, in cents to a tenth, and the supplies whose price through yield adds up to it. */
const PageSum = z.object({
  cents: z.number(),
  parts: z.array(
    z.object({
      productId: z.int(),
      price: DecimalAmount,
      pageYield: z.int(),
      supplyColor: z.enum(SUPPLY_COLORS),
    }),
  ),
})
export type PageSum = z.infer<typeof PageSum>

/** What belongs to a product: for a supply the products that it fits, for any other product the supplies that fit it. */
export const FittingProducts = z.object({
  products: ProductList,
  /** Null where no sum is known: a supply is missing, or says no yield. */
  black: PageSum.nullable(),
  color: PageSum.nullable(),
  /** The model by which the supplies that fit are chosen in a list; null where no supply names this product. */
  model: z.string().nullable(),
})

export const SearchReading = z.object({
  /** The words that products were asked for. */
  asked: z.string(),
  /** Those of them that the products have, when none has all; null when nothing was left out. */
  kept: z.string().nullable(),
  /** The lowest and the highest price that the search names; null for none. */
  leastPrice: DecimalAmount.nullable(),
  mostPrice: DecimalAmount.nullable(),
  /** The order that the search asks for, when no other is chosen: the lowest price first, or the cheapest page. */
  sort: z.enum(['price-low', 'page-cost']).nullable(),
  /** The fewest pages a minute that the search asks for; null for none. */
  leastSpeed: z.number().nullable(),
  /** What it may weigh, in grams; null for any weight. */
  leastGrams: z.number().nullable(),
  mostGrams: z.number().nullable(),
  /** What the search does not want, as it was typed: "wifi" of "printer without wifi". */
  without: z.array(z.string()),
  /** The search that wants it again; null when there is nothing of the kind, or its words cannot be told apart. */
  wider: z.string().nullable(),
})
export type SearchReading = z.infer<typeof SearchReading>

/** How many products each choice of the filter panel would leave, given the other choices. */
export const ProductFacets = z.object({
  total: z.int(),
  /** Of more than 200 brands those with the most products, and the chosen ones. */
  brands: z.array(z.object({ brand: z.string(), count: z.int() })),
  /** How many further brands there are; absent where there are none. */
  moreBrands: z.int().optional(),
  priceRanges: z.array(z.object({ range: z.enum(PRICE_RANGES), count: z.int() })),
  inStock: z.int(),
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
  /** Of every facet the values that some product of the same category and search has, and those that are chosen. */
  choices: z.partialRecord(z.enum(FACET_NAMES), z.record(z.string(), z.int())),
  /** What many ask for in one press: "color laser", "up to $400". */
  shortcuts: z.record(z.enum(SHORTCUTS), z.int()),
  /** The models that supplies fit, in lists of supplies: the chosen ones first, then at most eight. */
  models: z
    .object({
      found: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
      total: z.int(),
      /** Who makes the most of them. */
      makers: z.array(z.string()),
    })
    .optional(),
  /** How the search was understood, where that is more than "products with these words". */
  reading: SearchReading.optional(),
})
export type ProductFacets = z.infer<typeof ProductFacets>

export const Review = z.object({
  id: z.string(),
  productId: z.int(),
  rating: z.int().min(1).max(5),
  customerName: z.string(),
  customerTitle: z.string().nullable(),
  comment: z.string(),
  createdAt: IsoTime,
})
export type Review = z.infer<typeof Review>
export const ReviewList = z.array(Review)

export const SuggestionsQuery = z.object({ q: searchText().optional() })
export const Suggestions = z.array(z.string()).max(8)
