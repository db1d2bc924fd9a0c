/** A field of a product that differs; values as JSON, so that an undo can put them back as they were. */
export interface FieldChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** The same as people read it. */
export type ShownChange = FieldChange

/** A product that a price list or a bulk edit wrote. */
export interface WrittenProduct {
  readonly productId: number
  readonly outcome: 'created' | 'updated'
  readonly changes: readonly FieldChange[]
  /** The fingerprint of the product right after. */
  readonly mark: string
}

/** A product that an undo has left as it is, because somebody edited it. */
export interface KeptProduct {
  readonly productId: number
  readonly name: string
}
