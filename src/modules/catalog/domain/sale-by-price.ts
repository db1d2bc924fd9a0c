interface SaleState {
  readonly priceCents: number
  readonly stockQuantity: number
  readonly inStock: boolean
  readonly awaitsPrice: boolean
}

/**
 * Whether a product is for sale after a person's edit, as far as its price decides it: what is off sale only because it
 * has no price comes back with one, and new pieces alone never put something on sale for nothing. What the person says
 * about being in stock goes before both.
 * @param stock what the edit does to the stock, see `editedStock`
 */
export function saleByPrice(
  before: SaleState,
  sent: { readonly priceCents?: number; readonly inStock?: boolean },
  stock: Pick<SaleState, 'stockQuantity' | 'inStock'>,
): Pick<SaleState, 'inStock' | 'awaitsPrice'> {
  if (sent.inStock !== undefined) return { inStock: stock.inStock, awaitsPrice: false }
  const isSoldOut = stock.stockQuantity === 0 && before.stockQuantity > 0
  const wouldSell = stock.inStock || (before.awaitsPrice && !isSoldOut)
  if ((sent.priceCents ?? before.priceCents) > 0) return { inStock: wouldSell, awaitsPrice: false }
  // A person may give something away, but has to say so; a price that goes takes the product off sale.
  const wasGiven = before.priceCents === 0 && before.inStock
  if (wasGiven) return { inStock: stock.inStock, awaitsPrice: false }
  return { inStock: false, awaitsPrice: wouldSell }
}

/**
 * The same of a product that is new: without a price it waits for one, whatever is said about being in stock, because
 * forms and scripts say that of every new product. Whoever gives it away says so in an edit of it.
 */
export function newSaleByPrice({
  priceCents,
  inStock,
  awaitsPrice,
}: Omit<SaleState, 'stockQuantity'>): Pick<SaleState, 'inStock' | 'awaitsPrice'> {
  if (priceCents > 0) return { inStock, awaitsPrice: false }
  return { inStock: false, awaitsPrice: inStock || awaitsPrice }
}
