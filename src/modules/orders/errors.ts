import { MINUTE_MS } from '#platform/time/durations'
import { AppError } from '#platform/errors/errors'
import { MAX_CENTS, formatMoney, toDecimal } from '#platform/shared-kernel/money'
import type { OrderStatus } from './domain/order-status.ts'

/** Lines name products that the catalog does not have, or no longer has. */
export class UnknownProduct extends AppError {
  constructor(productIds: readonly number[]) {
    super('unprocessable', 'UNKNOWN_PRODUCT', 'Some of the products in your cart are not sold any more.', {
      details: { lines: productIds.map((productId) => ({ productId, productName: null })) },
    })
  }
}

/** A line whose price is another one than the customer saw, in cents. */
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

/** Express shipping costs something else than the customer saw, or is not offered any more. */
export class ExpressChanged extends AppError {
  constructor(nowCents: number | null) {
    super(
      'conflict',
      'EXPRESS_CHANGED',
      nowCents === null
        ? 'Express shipping is not offered any more. Please reload the page and order with standard shipping.'
        : `Express shipping costs ${formatMoney(nowCents)} now. Please reload the page and order again.`,
    )
  }
}

/** The order is to be paid by a test card, which the shop takes no more. */
export class TestCardsNotTaken extends AppError {
  constructor() {
    super(
      'conflict',
      'TEST_CARDS_NOT_TAKEN',
      'Cards are not taken here at the moment. Please reload the page and choose another way to pay.',
    )
  }
}

/** The key was used for an order with other contents: the answer to it was lost, and what was typed was changed since. */
export class IdempotencyKeyReused extends AppError {
  constructor(orderId: number) {
    super(
      'unprocessable',
      'IDEMPOTENCY_KEY_REUSED',
      `Order #${orderId} was placed already, with other contents. Look at it before you order again.`,
      { details: { orderId } },
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

/** What a customer with an unproved address can do about a limit; others ask the shop. */
function adviceFor(isEmailProved: boolean, more: string): string {
  return isEmailProved
    ? `Please contact us ${more}.`
    : `Confirm your email address ${more}: the link is in the mail that we sent you, and in My Account under Profile.`
}

/** A customer has ordered as often as one may in an hour. */
export class OrderingTooFast extends AppError {
  constructor(most: number, waitMs: number, isEmailProved: boolean) {
    const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS))
    super(
      'too-many',
      'TOO_MANY_ORDERS',
      `You have placed ${most} orders within an hour. You can order again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), details: { confirmEmail: !isEmailProved } },
    )
  }
}

/** A customer has as many orders as one may that are not shipped yet. */
export class TooManyOpenOrders extends AppError {
  constructor(open: number, isEmailProved: boolean) {
    super(
      'conflict',
      'TOO_MANY_OPEN_ORDERS',
      `You have ${open} orders that are not shipped yet. ${adviceFor(isEmailProved, 'to order more')}`,
      { details: { confirmEmail: !isEmailProved } },
    )
  }
}

/** A product of which more is ordered than the customer may still have. */
export interface TooManyOfProduct {
  readonly productId: number
  readonly productName: string
  readonly requested: number
  readonly allowed: number
}

/**
 * With the orders that are not shipped yet it would be more pieces than one customer may hold; `details.lines` says of
 * what.
 */
export class TooManyPieces extends AppError {
  constructor(
    limits: { readonly piecesOfOneProduct: number; readonly pieces: number },
    lines: readonly TooManyOfProduct[],
    allowed: number,
    isEmailProved: boolean,
  ) {
    const more =
      lines.length > 0
        ? `to order more than ${limits.piecesOfOneProduct} pieces of one product`
        : `to order more than ${limits.pieces} pieces, counting orders that are not shipped yet`
    super('conflict', 'TOO_MANY_PIECES', adviceFor(isEmailProved, more), {
      details: { lines, allowed, confirmEmail: !isEmailProved },
    })
  }
}

/** The account was deleted while its order was on the way. */
export class OrderingCustomerGone extends AppError {
  constructor() {
    super('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  }
}

/** Only an order that waits for staff can be released. */
export class OrderNotWaiting extends AppError {
  constructor() {
    super('conflict', 'ORDER_NOT_WAITING', 'This order does not wait to be released.')
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

/** A customer changes an order before it is packed only. */
export class OrderNotChangeable extends AppError {
  constructor(status: OrderStatus) {
    super(
      'conflict',
      'ORDER_NOT_CHANGEABLE',
      status === 'processing'
        ? 'We are packing this order already. You can cancel it within its review time, or contact us.'
        : `An order that is ${status} cannot be changed any more.`,
    )
  }
}

/** More pieces are another order, at the prices of that moment. */
export class OnlyFewerPieces extends AppError {
  constructor() {
    super('conflict', 'ONLY_FEWER_PIECES', 'You can order fewer pieces here. For more, please place another order.')
  }
}

/** Of a product in several lines one alone was named, which a repeated request could not tell apart any more. */
export class NotAllLinesNamed extends AppError {
  constructor() {
    super(
      'conflict',
      'NOT_ALL_LINES_NAMED',
      'This order has a product in more than one line. Name all lines of it, also those that stay as they are.',
    )
  }
}

export class NothingLeftOfOrder extends AppError {
  constructor() {
    super('conflict', 'NOTHING_LEFT', 'Nothing would be left of this order. Please cancel it instead.')
  }
}

/** Each change is a line of the order's history. */
export class ChangedTooOften extends AppError {
  constructor() {
    super('conflict', 'CHANGED_TOO_OFTEN', 'This order was changed too often. Please contact us to change it again.')
  }
}

/** Customers cancel within the review time only; afterwards they ask the shop. */
export class ReviewTimeOver extends AppError {
  constructor(endedAt: Date) {
    super(
      'conflict',
      'REVIEW_TIME_OVER',
      'The time to change or cancel this order yourself is over. Please contact us.',
      {
        details: { reviewEndedAt: endedAt.toISOString() },
      },
    )
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
