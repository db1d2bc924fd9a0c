import { z } from 'zod'
import type { StaffPermission } from './staff-roles.ts'

/**
 * What staff hear changes of, with the permission that it takes to hear of it. `people-at-order` says that somebody
 * came to an order, began to edit it, or left.
 */
export const CHANGED_KINDS = {
  order: 'orders.read',
  product: 'products.read',
  import: 'imports.read',
  inbox: 'inbox.read',
  staff: 'staff.write',
  'people-at-order': 'orders.read',
  'people-at-product': 'products.read',
  'people-at-inbox': 'inbox.read',
  'people-at-import': 'imports.read',
  'people-at-supplier': 'imports.read',
  'people-at-saved-reply': 'inbox.read',
} as const satisfies Readonly<Record<string, StaffPermission>>
export type ChangedKind = keyof typeof CHANGED_KINDS

/** One thing that changed, of the list in a `changes` event of GET /api/admin/changes: who shows it reads it again. */
export const ChangedThing = z.object({
  kind: z.enum(Object.keys(CHANGED_KINDS) as [ChangedKind, ...ChangedKind[]]),
  /** The number or reference of the thing; null when it may be any of the kind. */
  id: z.string().nullable(),
  /** The version that it has now, where it has one: a page that shows this version need not read it again. */
  version: z.int().nullable(),
})
export type ChangedThing = z.infer<typeof ChangedThing>
