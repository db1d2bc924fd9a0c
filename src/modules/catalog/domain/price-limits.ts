/** Prices in cents; both ends are included, and an absent one limits nothing. */
export interface PriceLimits {
  readonly least?: number
  readonly most?: number
}
