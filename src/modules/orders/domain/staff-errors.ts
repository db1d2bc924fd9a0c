import { AppError } from '#platform/errors/errors'
import { formatMoney, toDecimal } from '#platform/shared-kernel/money'
import type { OrderStatus } from './order-status.ts'

/** Somebody else changed the order after it was read: what was typed against the former state is not applied blindly. */
export class OrderChangedMeanwhile extends AppError {
  constructor(revision: number) {
    super(
      'conflict',
      'ORDER_CHANGED',
      'Somebody else changed this order in the meantime. Look at it as it is now, then save again.',
      { details: { revision } },
    )
  }
}

/** What has left the shop goes where its label says. */
export class AddressNotCorrectable extends AppError {
  constructor(status: OrderStatus) {
    super(
      'conflict',
      'ADDRESS_NOT_CORRECTABLE',
      `An order that is ${status} keeps its address. Ask the carrier to redirect the parcel.`,
    )
  }
}

export class AddressUnchanged extends AppError {
  constructor() {
    super('conflict', 'ADDRESS_UNCHANGED', 'This is the address that the order has already.')
  }
}

export class TooManyCorrections extends AppError {
  constructor(most: number) {
    super(
      'conflict',
      'TOO_MANY_CORRECTIONS',
      `The address of an order can be corrected ${most} times, and this one was. Cancel the order, and have it placed again.`,
    )
  }
}

export class TooManyNotes extends AppError {
  constructor(most: number) {
    super('conflict', 'TOO_MANY_NOTES', `An order has room for ${most} notes, and this one has them.`)
  }
}

const NOTHING_LEFT = {
  unpaid: 'Nothing is paid yet: an order is paid when it is delivered.',
  order: 'All that was paid for this order is refunded already.',
  parts: 'All that was paid for these items is refunded already.',
} as const

export class NothingToRefund extends AppError {
  /** @param reason nothing is paid; all of the order, or all of the parts that a refund is for, is given back */
  constructor(reason: keyof typeof NOTHING_LEFT) {
    super('conflict', 'NOTHING_TO_REFUND', NOTHING_LEFT[reason])
  }
}

/** A refund is for a line that the order does not have. */
export class UnknownRefundedLine extends AppError {
  constructor() {
    const message = 'Choose what the refund is for among the items of the order'
    super('invalid', 'UNKNOWN_LINE', message, { fields: { items: message } })
  }
}

export class RefundTooLarge extends AppError {
  constructor(maxCents: number) {
    const message = `Refund between $0.01 and ${formatMoney(maxCents)}: that is what was paid and not refunded yet.`
    super('conflict', 'REFUND_TOO_LARGE', message, {
      fields: { amount: message },
      details: { refundable: toDecimal(maxCents) },
    })
  }
}

export class TooManyRefunds extends AppError {
  constructor(most: number) {
    super('conflict', 'TOO_MANY_REFUNDS', `An order has room for ${most} refunds, and this one has them.`)
  }
}

/** Another amount, reason or items than the refund that was made with the same key. */
export class RefundKeyReused extends AppError {
  constructor() {
    const message =
      'This refund was already sent with another amount, reason or items. Look at the order, then refund again.'
    super('unprocessable', 'IDEMPOTENCY_KEY_REUSED', message)
  }
}
