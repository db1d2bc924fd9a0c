import { AppError } from '#platform/errors'
import { MAX_CENTS, formatMoney, toDecimal } from '#platform/money'
import type { OrderStatus } from './domain/order-status.ts'

/** Lines name products that the catalog does not have, or no longer has. */
export class UnknownProduct extends AppError {
  constructor(productIds: readonly number[]) {
    super('unprocessable', 'UNKNOWN_PRODUCT', 'Some of the products in your cart are not sold any more.', {
      details: { lines: productIds.map((productId) => ({ productId, productName: null })) },
    })
  }
}

export interface ChangedPrice {
  readonly productId: number
  readonly productName: string
  readonly sentPriceCents: number
  readonly priceCents: number
}

/** Prices differ from those the customer saw; `details.lines` has both, as decimal strings. */
export class PriceChanged extends AppError {
  constructor(lines: readonly ChangedPrice[]) {
    super(
      'conflict',
      'PRICE_CHANGED',
      'Some prices have changed since you filled your cart. Please look at them and order again.',
      {
        details: {
          lines: lines.map(({ productId, productName, sentPriceCents, priceCents }) => ({
            productId,
            productName,
            sentPrice: toDecimal(sentPriceCents),
            price: toDecimal(priceCents),
          })),
        },
      },
    )
  }
}

/** The same key was sent before with a different order. */
export class IdempotencyKeyReused extends AppError {
  constructor() {
    super(
      'unprocessable',
      'IDEMPOTENCY_KEY_REUSED',
      'This order was already sent with other contents. Please reload the page and order again.',
    )
  }
}

export class InvalidOrderLine extends AppError {
  constructor() {
    super('invalid', 'INVALID_ORDER_LINE', 'An order needs at least one line, and every line at least one whole piece.')
  }
}

export class OrderTooLarge extends AppError {
  constructor() {
    super(
      'invalid',
      'ORDER_TOO_LARGE',
      `An order can come to at most ${formatMoney(MAX_CENTS)}. Please ask us for a quote.`,
    )
  }
}

export class OrderNotFound extends AppError {
  constructor() {
    super('not-found', 'ORDER_NOT_FOUND', 'There is no such order.')
  }
}

/** The order's status does not allow this step; `details.allowed` lists the steps it allows. */
export class OrderCannotMove extends AppError {
  constructor(from: OrderStatus, to: OrderStatus, allowed: readonly OrderStatus[]) {
    super('conflict', 'ILLEGAL_TRANSITION', sentenceFor(from, to), { details: { from, to, allowed } })
  }
}

function sentenceFor(from: OrderStatus, to: OrderStatus): string {
  if (from === to) return `The order is ${from} already.`
  return to === 'cancelled'
    ? `An order that is ${from} cannot be cancelled any more.`
    : `An order that is ${from} cannot become ${to}.`
}

/** Customers cancel within the review time only; afterwards they ask the shop. */
export class ReviewTimeOver extends AppError {
  constructor(endedAt: Date) {
    super('conflict', 'REVIEW_TIME_OVER', 'The time to cancel this order yourself is over. Please contact us.', {
      details: { reviewEndedAt: endedAt.toISOString() },
    })
  }
}

/** Only customers who received a product can review it. */
export class ProductNotReceived extends AppError {
  constructor() {
    super('forbidden', 'PRODUCT_NOT_RECEIVED', 'You can review a product once we have delivered it to you.')
  }
}

/** A ticket opens one connection within 30 seconds. */
export class TicketNotValid extends AppError {
  constructor() {
    super('unauthenticated', 'TICKET_NOT_VALID', 'This ticket was used before or is too old. Please ask for a new one.')
  }
}
