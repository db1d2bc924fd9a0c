import { AppError } from '#platform/errors'
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

export class TooManyNotes extends AppError {
  constructor(most: number) {
    super('conflict', 'TOO_MANY_NOTES', `An order has room for ${most} notes, and this one has them.`)
  }
}
