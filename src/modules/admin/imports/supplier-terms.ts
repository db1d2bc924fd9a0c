/** By what a row of a supplier's list finds its product: the shop's number, the EAN, or brand and name. */
export type SupplierKey = 'sku' | 'gtin' | 'name'

/** How the price to sell at follows from a supplier's list. */
export interface PriceRule {
  /** `cost`: so many percent on top of the column "Price". `list`: so many percent off the column "Original Price". */
  readonly base: 'cost' | 'list'
  /** In tenths of a percent, so that 12.5 % is whole. */
  readonly permille: number
  /** Always up, so that rounding never eats the margin: to a cent, to the next amount ending in .99, to a whole dollar. */
  readonly rounding: 'cent' | 'ending-99' | 'dollar'
}

/** What happens to products that left the list: nothing, or they are sold out. */
export type WhenLeft = 'keep' | 'sold-out'

/** What staff decide about a supplier. */
export interface SupplierRules {
  readonly name: string
  readonly key: SupplierKey
  /** Null: the list's price is the price to sell at. */
  readonly priceRule: PriceRule | null
  readonly whenLeft: WhenLeft
}

/** The rules of a supplier as they were when an import was given to them. */
export interface ImportSupplier extends SupplierRules {
  readonly id: string
}

/** With more of a supplier's products gone, the list itself may be broken: staff are asked before the import starts. */
export const MAX_LEFT_SHARE = 0.2
/** How many suppliers can be kept. */
export const MAX_SUPPLIERS = 200
