/** What the lists of staff can be asked for. It is apart from the schemas because their screens go without zod. */

/** In how many digits the offset of any list is given. */
export const OFFSET_DIGITS = 6

/** How the table of products is sorted; the newest come first where nothing is said. */
export const STAFF_PRODUCT_SORTS = [
  'newest',
  'name',
  'price-low',
  'price-high',
  'stock-low',
  'stock-high',
  'updated',
] as const
