/**
 * What several of the staff may have open at the same time: its path below /api/admin, and its kind in the stream of
 * changes.
 */
export const PRESENCE_PLACES = [
  ['orders/100001', 'order'],
  ['products/7', 'product'],
  ['inbox/MSG-7', 'inbox'],
  ['imports/7', 'import'],
  ['suppliers/7', 'supplier'],
  ['saved-replies/7', 'saved-reply'],
] as const
