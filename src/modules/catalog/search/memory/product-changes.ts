/** What may change about a product, as bits that add up. */
export const CHANGE = {
  none: 0,
  name: 1,
  price: 2,
  rating: 4,
  /** Featured or a bestseller. */
  featured: 8,
  business: 16,
  /** Anything that a search or a filter by text finds. */
  words: 32,
  /** Whether it is in stock. */
  availability: 64,
  /** How many pieces there are. */
  stock: 128,
  /** When it was last edited. */
  edited: 256,
  pageCost: 512,
  /** It is new or gone. */
  all: 1023,
} as const

/** What moves no product in a list of the shop and changes no count there. */
const NOT_SHOWN_IN_LISTS = CHANGE.stock | CHANGE.edited

/** Whether a change puts another product into some list of the shop, reorders one, or alters a count of the filter panel. */
export function isRearrangement(change: number): boolean {
  return (change & ~NOT_SHOWN_IN_LISTS) !== 0
}
