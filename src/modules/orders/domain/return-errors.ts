import { AppError } from '#platform/errors/errors'
import type { ReturnStatus } from './order-return.ts'
import type { OrderStatus } from './order-status.ts'

/** Only what was delivered can come back. */
export class NotReturnable extends AppError {
  constructor(status: OrderStatus) {
    super(
      'conflict',
      'NOT_RETURNABLE',
      status === 'cancelled'
        ? 'This order was cancelled, so there is nothing to return.'
        : 'You can return this order once it was delivered. Until then, contact us.',
    )
  }
}

/** The window of the return policy is over for one of the lines. */
export class ReturnWindowOver extends AppError {
  constructor(productName: string) {
    super(
      'conflict',
      'RETURN_WINDOW_OVER',
      `The time to return "${productName}" is over: 30 days from delivery, 60 days for unopened items and business equipment. If it is broken, claim its warranty.`,
    )
  }
}

/** A line of which more is to come back than may. */
export interface TooManyOfLine {
  /** 1 is the order's first line. */
  readonly line: number
  readonly productName: string | null
  readonly requested: number
  readonly allowed: number
}

/** More pieces than were bought and are not on their way back already; `details.lines` says of what. */
export class TooManyReturned extends AppError {
  constructor(lines: readonly TooManyOfLine[]) {
    super(
      'conflict',
      'TOO_MANY_RETURNED',
      'Some of these pieces are being returned already, or were not part of this order.',
      { details: { lines } },
    )
  }
}

export class TooManyReturns extends AppError {
  constructor(most: number) {
    super('conflict', 'TOO_MANY_RETURNS', `This order already has ${most} returns. Please contact us.`)
  }
}

/** Other pieces or another note than the return that was asked for with the same key. */
export class ReturnKeyReused extends AppError {
  constructor() {
    const message =
      'Your first request was received as it was. Open the order again to see it, then ask for what else you want to return.'
    super('unprocessable', 'IDEMPOTENCY_KEY_REUSED', message)
  }
}

export class ReturnNotFound extends AppError {
  constructor() {
    super('not-found', 'RETURN_NOT_FOUND', 'There is no such return.')
  }
}

/** The return's state does not allow this step; `details.allowed` lists the steps it allows. */
export class ReturnCannotMove extends AppError {
  constructor(from: ReturnStatus, to: ReturnStatus, allowed: readonly ReturnStatus[]) {
    super(
      'conflict',
      'ILLEGAL_TRANSITION',
      from === to ? `The return is ${from} already.` : `A return that is ${from} cannot become ${to}.`,
      { details: { from, to, allowed } },
    )
  }
}

/** A customer whose return is declined learns why. */
export class ReturnNeedsReason extends AppError {
  constructor() {
    super('invalid', 'VALIDATION', 'Please check the marked fields.', {
      fields: { message: 'Tell the customer why' },
    })
  }
}
