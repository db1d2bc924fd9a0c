/** What two people may have open at the same time. */
export const PLACE_KINDS = ['order', 'product', 'inbox', 'import', 'supplier', 'saved-reply'] as const

export interface Place {
  readonly kind: (typeof PLACE_KINDS)[number]
  /** The number of the order or product, the reference of the entry, or the id of the rest. */
  readonly id: string
}

/** What somebody does at a place; `left` when they closed it. */
export const DOINGS = ['looking', 'editing', 'left'] as const
export type Doing = (typeof DOINGS)[number]
