import { z } from 'zod'
import { CATEGORIES, Product, PRODUCT_TAGS, Review, SUPPLY_COLORS } from './catalog.ts'
import {
  isVisible,
  DecimalSum,
  IsoTime,
  line,
  noCardNumber,
  pageQuery,
  searchText,
  shortLine,
  staffText,
} from './common.ts'
import { MAX_PRODUCT_IMAGES, MAX_PRODUCT_SPECIFICATIONS } from './limits.ts'
import { ORDER_STATUSES } from './orders.ts'
import { specificationsOf } from './specifications.ts'
import { STAFF_PRODUCT_SORTS } from './staff-lists.ts'
import { STAFF_ROLES } from './staff-roles.ts'

/** POST /api/admin/session: a browser gets an HttpOnly cookie and no token, a script uses the token. */
export const StaffSessionBody = z.object({
  password: z.string('Enter the password').min(1, 'Enter the password').max(1024),
})
export const StaffSession = z.object({ token: z.string().optional(), expiresAt: IsoTime })
/** DELETE /api/admin/session: the own session, or those of all staff. */
export const StaffSignOutQuery = z.object({ everywhere: z.enum(['true', 'false']).optional() })
/** GET /api/admin/session: 200 while the session is open, otherwise 401. */
export const OpenStaffSession = z.object({
  expiresAt: IsoTime,
  person: z.object({ id: z.string(), name: z.string(), role: z.enum(STAFF_ROLES) }),
})
export type OpenStaffSession = z.infer<typeof OpenStaffSession>

const Price = z
  .union(
    [
      z
        .string()
        .trim()
        .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Enter a price like 1299.00'),
      z.number().min(0).max(99_999_999),
    ],
    'Enter a price like 1299.00',
  )
  .transform((price) => (typeof price === 'number' ? price.toFixed(2) : price))
/** As a cell of a price list has room for, or an exported product could not be imported again. */
const MAX_WRITTEN = 64 * 1024

function hasFewEnough(specifications: Product['specifications']): boolean {
  const { rows, remarks } = specificationsOf({ specifications })
  return rows.length + remarks.length <= MAX_PRODUCT_SPECIFICATIONS
}

/** Where a picture is: an http(s) URL, a path in the shop or a file name, but never a javascript: or data: URL. */
const ImageAddress = shortLine(500).refine(
  (image) => image === '' || /^(https?:\/\/[^\s]+|\/[^/\s][^\s]*|[\w.-]+)$/.test(image),
  'Use an http(s) address or an uploaded image',
)

/** GET /api/admin/products: a product, and how many people wait for a mail about it. */
export const StaffProduct = Product.extend({
  waiting: z.object({ backInStock: z.int(), priceDrop: z.int() }),
})
export type StaffProduct = z.infer<typeof StaffProduct>
export const StaffProductList = z.array(StaffProduct)

/**
 * The fields of a product that staff edit. POST fills absent ones with the specified defaults; PUT leaves them as they
 * are.
 */
const ProductFields = z.object({
  sku: shortLine(64).nullable(),
  name: shortLine(200, { missing: 'Name is required' })
    .min(1, 'Name is required')
    .refine(isVisible, 'Name is required'),
  description: staffText(5000),
  brand: shortLine(80),
  category: z.enum(CATEGORIES, 'Choose a category'),
  price: Price,
  originalPrice: Price.nullable(),
  image: ImageAddress,
  images: z.array(ImageAddress).max(MAX_PRODUCT_IMAGES, `Use at most ${MAX_PRODUCT_IMAGES} images`),
  specifications: z
    .union([
      z
        .record(shortLine(80), shortLine(500))
        .refine((given) => JSON.stringify(given).length <= MAX_WRITTEN, 'Use shorter specifications'),
      staffText(10_000),
    ])
    .refine(hasFewEnough, `Use at most ${MAX_PRODUCT_SPECIFICATIONS} specifications`),
  features: z.array(shortLine(300)).max(50, 'Use at most 50 features'),
  tags: z.array(z.enum(PRODUCT_TAGS)).max(3),
  stockQuantity: z.int('Stock must be a whole number').min(0, 'Stock must be 0 or more').max(1_000_000),
  inStock: z.boolean(),
  isFeatured: z.boolean(),
  isBusinessProduct: z.boolean(),
  /** The models that a supply fits, each by its SKU or name; a name without a brand is of the supply's own brand. */
  fits: z.array(shortLine(200)).max(200, 'Use at most 200 models'),
  pageYield: z
    .int('Page yield must be a whole number')
    .min(1, 'Page yield must be 1 or more')
    .max(10_000_000, 'Page yield must be at most 10,000,000')
    .nullable(),
  supplyColor: z.enum(SUPPLY_COLORS, 'Choose what the supply prints').nullable(),
})
export const CreateProductBody = ProductFields.partial().required({ name: true, price: true })
export const UpdateProductBody = ProductFields.partial().extend({
  /**
   * The stock that the form was opened with. The stock changes by the difference, which keeps sales made since then.
   */
  stockQuantityWas: z.int().min(0).optional(),
  /** The `updatedAt` that the form was opened with. If the product was edited since then, 409 EDITED_MEANWHILE. */
  updatedAtWas: IsoTime.optional(),
})
export type CreateProductBody = z.input<typeof CreateProductBody>
export type UpdateProductBody = z.input<typeof UpdateProductBody>

/**
 * GET /api/admin/products: the product table of the dashboard. Answers `Product[]`; X-Total-Count says how many match.
 */
export const StaffProductsQuery = z.object({
  search: searchText().optional(),
  category: z.enum(CATEGORIES).optional(),
  stock: z.enum(['in', 'out', 'low']).optional(),
  sort: z.enum(STAFF_PRODUCT_SORTS).optional(),
  ...pageQuery(),
})

/** GET /api/admin/products/{id}/history: the latest hundred changes, newest first. */
export const ProductHistory = z.array(
  z.object({
    at: IsoTime,
    source: z.enum(['person', 'import', 'bulk-edit']),
    /** Null when the shop acted by itself, and where nobody is known. */
    person: z.string().nullable(),
    /** The file of a price list; null for anything else, and for who may not see price lists. */
    fileName: z.string().nullable(),
    isUndo: z.boolean(),
    changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  }),
)
export type ProductHistory = z.infer<typeof ProductHistory>

/** GET /api/admin/products/{id}/reviews: all reviews of a product, newest first; X-Total-Count says how many there are. */
export const StaffReview = Review.extend({
  /** Since when and why it is kept out of the shop; null while it is shown. */
  hidden: z.object({ at: IsoTime, reason: z.string() }).nullable(),
  /**
   * The mail that its author gets when it is hidden, which has the reason only where their address is proved; null for
   * reviews of the demo catalog and of deleted accounts.
   */
  authorMail: z.enum(['with-reason', 'without-reason']).nullable(),
})
export type StaffReview = z.infer<typeof StaffReview>
export const StaffReviewList = z.array(StaffReview)
export const StaffReviewsQuery = z.object(pageQuery())
/** POST /api/admin/products/{id}/reviews/{review}/hide. Its author gets a mail (`authorMail`); the shop does not show the reason. */
export const HideReviewBody = z.object({
  reason: staffText(500).refine(isVisible, 'Say why the review is hidden').check(noCardNumber()),
})
/** POST /api/admin/products/{id}/reviews/{review}/show */
export const ShowReviewBody = z.object({
  /** The `hidden.at` that was seen. If the review was hidden anew since then, 409 REVIEW_HIDDEN_MEANWHILE. */
  hiddenAtWas: IsoTime,
})

/** GET /api/admin/products.csv: the same products over all pages, as a price list. */
export const ProductExportQuery = StaffProductsQuery.omit({ limit: true, offset: true })

export const SummaryQuery = z.object({ days: z.enum(['7', '30', '90', '365', 'all']).default('30') })
/** GET /api/admin/summary?days=30; sum and number of the period's orders are without canceled ones. */
export const Summary = z.object({
  /** The sum of all orders' totals over all time, as specified for the card. */
  revenue: DecimalSum,
  orders: z.int(),
  products: z.int(),
  featured: z.int(),
  outOfStock: z.int(),
  /** Orders that stay pending until staff release them. */
  awaitingRelease: z.int(),
  /** Orders with returns that wait for staff. */
  openReturns: z.int(),
  period: z.object({
    days: z.string(),
    revenue: DecimalSum,
    orders: z.int(),
    /** The same number of days before; null for all time. */
    before: z.object({ revenue: DecimalSum, orders: z.int() }).nullable(),
    byStatus: z.array(z.object({ status: z.enum(ORDER_STATUSES), count: z.int() })),
    byDay: z.array(z.object({ day: z.iso.date(), revenue: DecimalSum, orders: z.int() })),
    topSellers: z.array(
      z.object({ productId: z.int(), productName: z.string(), quantity: z.int(), revenue: DecimalSum }),
    ),
  }),
  lowStock: z.array(z.object({ productId: z.int(), productName: z.string(), stockQuantity: z.int() })),
})
export type Summary = z.infer<typeof Summary>

/**
 * GET /api/admin/to-do: what waits for a person, for the rail and the overview of the back office; nothing of what their
 * role may not see.
 */
export const ToDo = z.object({
  orders: z.object({
    pending: z.int(),
    processing: z.int(),
    /** Large ones that stay pending until staff release them. */
    awaitingRelease: z.int(),
    openReturns: z.int(),
  }),
  /** `failed`: privacy requests that the shop could not fulfill. Their jobs count among the failed ones, too. */
  inbox: z.object({ open: z.int(), late: z.int(), failed: z.int() }),
  /** The last price list that was imported, where rows of it failed. */
  failedImport: z.object({ id: z.string(), fileName: z.string(), failed: z.int() }).nullable(),
  outOfStock: z.int(),
  failedJobs: z.int(),
  /** Mails that were held back in the last 24 hours: too many to one address, or by one customer. */
  withheldMails: z.int(),
})
export type ToDo = z.infer<typeof ToDo>

export const AuditQuery = z.object({
  search: searchText().optional(),
  ...pageQuery(),
})
/** One line of the staff log: GET /api/admin/audit (X-Total-Count), GET /api/admin/audit.csv. */
export const AuditEntry = z.object({
  id: z.string(),
  at: IsoTime,
  /** For example "session.opened", "session.refused", "product.updated", "order.moved", "import.started". */
  action: z.string(),
  /** What was acted on, such as "product 42" or "order 100001"; null for sessions. */
  subject: z.string().nullable(),
  /** The name of the member of staff; null where nobody was signed in, and in entries from before people had names here. */
  person: z.string().nullable(),
  address: z.string(),
  /** The changed fields with their old and new values. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditList = z.array(AuditEntry)

/** GET /api/admin/queues. */
export const QueueList = z.object({
  workersAlive: z.int(),
  queues: z.array(
    z.object({
      queue: z.string(),
      waiting: z.int(),
      delayed: z.int(),
      active: z.int(),
      failed: z.int(),
      oldestWaitingMs: z.int(),
    }),
  ),
  /** Mails that were held back in the last 24 hours. */
  withheldMails: z.int(),
  /** How many jobs of each name failed; `failed` has the latest of them. */
  failedKinds: z.array(z.object({ name: z.string(), count: z.int() })),
  failed: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      queue: z.string(),
      error: z.string(),
      attempts: z.int(),
      failedAt: IsoTime,
    }),
  ),
})
export type QueueList = z.infer<typeof QueueList>

/** POST /api/admin/queues/failed/run: runs all failed jobs of one name again. */
export const RunAllAgainBody = z.object({ name: line({ max: 200, message: 'Name a job', isIdentifier: true }) })
export const JobsRunAgain = z.object({ count: z.int() })
export type JobsRunAgain = z.infer<typeof JobsRunAgain>

/** POST /api/admin/uploads: the stored images. The header X-Refused names the files that were refused. */
export const UploadedImage = z.object({ url: z.string(), width: z.int(), height: z.int() })
export const UploadAnswer = z.array(UploadedImage)
