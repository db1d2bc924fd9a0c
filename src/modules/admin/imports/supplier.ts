import type { BlankRule, CategoryMatch, ImportField, ImportMode, NumberFormat } from './import.ts'

/** By what a row of a supplier's list finds its product: the shop's number, the EAN, or brand and name. */
export const SUPPLIER_KEYS = ['sku', 'gtin', 'name'] as const
export type SupplierKey = (typeof SUPPLIER_KEYS)[number]

/** `cost`: so many percent on top of the column "Price". `list`: so many percent off the column "Original Price". */
export const PRICE_BASES = ['cost', 'list'] as const
/** Always up, so that rounding never eats the margin: to a cent, to the next amount ending in .99, to a whole dollar. */
export const ROUNDINGS = ['cent', 'ending-99', 'dollar'] as const

/** How the price to sell at follows from a supplier's list. */
export interface PriceRule {
  readonly base: (typeof PRICE_BASES)[number]
  /** In tenths of a percent, so that 12.5 % is whole. */
  readonly permille: number
  readonly rounding: (typeof ROUNDINGS)[number]
}

/** What happens to products that left the list: nothing, or they are sold out. */
export const WHEN_LEFT = ['keep', 'sold-out'] as const
export type WhenLeft = (typeof WHEN_LEFT)[number]

/** What staff decide about a supplier. */
export interface SupplierRules {
  readonly name: string
  readonly key: SupplierKey
  /** Null: the list's price is the price to sell at. */
  readonly priceRule: PriceRule | null
  readonly whenLeft: WhenLeft
}

/** How the last list of a supplier was understood; the next one with the same columns is read in the same way. */
export interface SupplierReading {
  readonly headerKey: string
  readonly encoding: string
  readonly mode: ImportMode
  readonly blank: BlankRule
  readonly unpriced: boolean
  readonly columns: readonly {
    readonly header: string
    readonly field: ImportField | null
    readonly numbers: NumberFormat | null
  }[]
  readonly categories: readonly CategoryMatch[]
}

/** Who sends price lists, and what the shop knows about them. */
export interface Supplier extends SupplierRules {
  readonly id: string
  /** Null until a list of theirs was imported. */
  readonly reading: SupplierReading | null
  readonly createdAt: Date
}

/** The rules of a supplier as they were when an import was given to them. */
export interface ImportSupplier extends SupplierRules {
  readonly id: string
}

/** With more of a supplier's products gone, the list itself may be broken: staff are asked before the import starts. */
export const MAX_LEFT_SHARE = 0.2
/** So many suppliers can be kept. */
export const MAX_SUPPLIERS = 200
