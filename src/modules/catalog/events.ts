import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'

/** Products were created, edited, sold, restocked or deleted; null means: any of them. */
export const productsChanged = defineEvent(
  'catalog.products-changed',
  z.object({ productIds: z.array(z.int()).nullable() }),
  { broadcast: true },
)
