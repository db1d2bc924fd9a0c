import { AppError } from '#platform/errors/errors'
import type { StockShortage } from './domain/stock.ts'

export class ProductNotFound extends AppError {
  constructor() {
    super('not-found', 'PRODUCT_NOT_FOUND', "The product you're looking for doesn't exist.")
  }
}

export class AlreadyReviewed extends AppError {
  constructor() {
    super('conflict', 'ALREADY_REVIEWED', 'You have reviewed this product already. Thank you!')
  }
}

export class ReviewNotFound extends AppError {
  constructor() {
    super('not-found', 'REVIEW_NOT_FOUND', 'There is no such review.')
  }
}

/** Somebody else has hidden the review since it was seen, for a reason of their own. */
export class ReviewHiddenMeanwhile extends AppError {
  constructor() {
    super(
      'conflict',
      'REVIEW_HIDDEN_MEANWHILE',
      'Somebody else has hidden this review meanwhile. Please look at it again.',
    )
  }
}

/** Order lines name products that do not exist (any more). */
export class UnknownProduct extends AppError {
  constructor(productIds: readonly number[]) {
    super('unprocessable', 'UNKNOWN_PRODUCT', 'Some of these products are not sold any more.', {
      details: { lines: productIds.map((productId) => ({ productId, productName: null })) },
    })
  }
}

/** An order asks for more pieces than are left; `details.lines` lists the products and what is left of each. */
export class InsufficientStock extends AppError {
  constructor(shortages: readonly StockShortage[]) {
    super('conflict', 'INSUFFICIENT_STOCK', shortages.map(sentenceFor).join(' '), { details: { lines: shortages } })
  }
}

function sentenceFor({ productName, available }: StockShortage): string {
  return available === 0 ? `${productName} is out of stock.` : `Only ${available} left of ${productName}.`
}

/** An uploaded picture was rejected; the message says why. */
export class ImageRefused extends AppError {
  constructor(message: string) {
    super('invalid', 'IMAGE_REFUSED', message)
  }
}

/** Another product has this SKU already; null when several products were written and one of their SKUs is taken. */
export class SkuTaken extends AppError {
  constructor(sku: string | null) {
    const which = sku === null ? 'one of these SKUs' : `the SKU ${sku}`
    super('conflict', 'SKU_TAKEN', `Another product has ${which} already.`, {
      fields: { sku: 'Another product has this SKU already' },
    })
  }
}

/** An edit would remove more pieces than are left, because some were sold since the form was opened. */
export class StockChanged extends AppError {
  constructor(stockQuantity: number) {
    super('conflict', 'STOCK_CHANGED', `The stock changed meanwhile: ${stockQuantity} left. Please look at it again.`, {
      details: { stockQuantity },
      fields: { stockQuantity: `The stock changed meanwhile: ${stockQuantity} left` },
    })
  }
}

/** Another person saved a newer edit since the form was opened. */
export class EditedMeanwhile extends AppError {
  constructor() {
    super('conflict', 'EDITED_MEANWHILE', 'Somebody else has changed this product meanwhile. Please look at it again.')
  }
}
