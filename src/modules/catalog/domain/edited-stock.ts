import { StockChanged } from '../errors.ts'

interface StockState {
  readonly inStock: boolean
  readonly stockQuantity: number
}

/** What a person sent of a product's stock. */
export interface StockEdit {
  readonly inStock?: boolean | undefined
  readonly stockQuantity?: number | undefined
  /** The quantity that the form was opened with. */
  readonly stockQuantityWas?: number | undefined
}

/**
 * The stock after an edit. With `stockQuantityWas` the quantity is a change, so that pieces sold in the meantime stay
 * sold; without it, the quantity is set. A counted product that has no piece left is out of stock, however the form's
 * box stood; one that was sold out and gets pieces is in stock again, unless the person says otherwise.
 * @throws StockChanged when fewer pieces are left than are to be taken away
 */
export function editedStock(now: StockState, edit: StockEdit): StockState {
  const { stockQuantity: sent, stockQuantityWas: was } = edit
  if (sent === undefined) return { stockQuantity: now.stockQuantity, inStock: edit.inStock ?? now.inStock }

  const stockQuantity = was === undefined ? sent : now.stockQuantity + sent - was
  if (stockQuantity < 0) throw new StockChanged(now.stockQuantity)
  const wasCounted = was === undefined ? edit.inStock === undefined && now.stockQuantity > 0 : was > 0
  if (stockQuantity === 0 && wasCounted) return { stockQuantity, inStock: false }
  const wasSoldOut = !now.inStock && now.stockQuantity === 0
  return { stockQuantity, inStock: edit.inStock ?? (wasSoldOut && stockQuantity > 0 ? true : now.inStock) }
}
