import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

/** Products were created, edited, sold, restocked or deleted; null means: any of them. */
export const productsChanged = defineEvent(
  'catalog.products-changed',
  z.object({
    productIds: z.array(z.int()).nullable(),
    /** By a sale: the process that sold them knows them as they are now. */
    isSale: z.boolean().optional(),
  }),
  { broadcast: true },
)

/**
 * What decides which supplies fit, and what they cost, was written: products were created, edited in one of these fields
 * or deleted. Sales and reviews are none of it. `areNew` says that all of them were created just now.
 */
export const offersChanged = defineEvent(
  'catalog.offers-changed',
  z.object({ productIds: z.array(z.int()), areNew: z.boolean().optional() }),
)

/** Staff took a review out of the shop. It may have been shown or hidden again since then. */
export const reviewHidden = defineEvent(
  'catalog.review-hidden',
  z.object({ productId: z.int(), reviewId: z.string(), hiddenAt: z.coerce.date() }),
)

/**
 * The price or the stock of products was written by an edit, a price list or a return of stock, or they were deleted. A
 * sale does not announce it: it makes nothing cheaper and brings nothing back, and most orders need no such job.
 */
export const priceOrStockChanged = defineEvent(
  'catalog.price-or-stock-changed',
  z.object({ productIds: z.array(z.int()).min(1) }),
)
