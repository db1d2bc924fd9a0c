/** A number of pieces of one product. */
export interface StockLine {
  readonly productId: number
  readonly quantity: number
}

/** What the shop knows of a product's stock. */
export interface Stock {
  readonly name: string
  readonly inStock: boolean
  readonly stockQuantity: number
}

/** One line that cannot be served, and what is left of the product. */
export interface StockShortage {
  readonly productId: number
  readonly productName: string
  readonly requested: number
  readonly available: number
}

/** In stock with quantity 0 means made to order: it can be sold and is never taken down. */
export function isCounted(stock: Stock): boolean {
  return !(stock.inStock && stock.stockQuantity === 0)
}

/** A counted product's stock when so many pieces of it are gone; at 0 it is out of stock. */
export function afterTaking(stock: Stock, quantity: number): Stock {
  const left = stock.stockQuantity - quantity
  return { name: stock.name, inStock: left > 0, stockQuantity: left }
}

/**
 * Adds up the lines of one product, because two lines that fit alone may not fit together, and sorts by product, so
 * that two customers take the same products in the same order and never wait for each other in a circle.
 */
export function sumByProduct(lines: readonly StockLine[]): readonly StockLine[] {
  const quantities = new Map<number, number>()
  for (const line of lines) quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity)
  return [...quantities]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .sort((a, b) => a.productId - b.productId)
}

/** The lines that this stock cannot serve; products that are unknown are left out. */
export function shortagesOf(lines: readonly StockLine[], stocks: ReadonlyMap<number, Stock>): readonly StockShortage[] {
  return lines.flatMap(({ productId, quantity }) => {
    const stock = stocks.get(productId)
    if (stock === undefined || !isCounted(stock)) return []
    const available = stock.inStock ? stock.stockQuantity : 0
    return quantity <= available ? [] : [{ productId, productName: stock.name, requested: quantity, available }]
  })
}
