import { AddressNotCorrectable, AddressUnchanged, OrderChangedMeanwhile, TooManyCorrections } from './staff-errors.ts'
import type { HistoryEntry } from './order-moves.ts'
import { timeOfChange, type Address, type Order } from './order.ts'
import { isOpen } from './order-status.ts'

/** What staff correct, and which state of the order they had before them. */
export interface AddressCorrection {
  readonly revision: number
  readonly shippingAddress: Address
}

/**
 * The order with another delivery address, as long as it has not left the shop. Its costs stay as they were agreed on:
 * shipping and tax do not depend on the address.
 * @throws AddressNotCorrectable @throws OrderChangedMeanwhile @throws AddressUnchanged
 */
export function correctAddress(order: Order, { revision, shippingAddress }: AddressCorrection, now: Date): Order {
  if (!isOpen(order.status)) throw new AddressNotCorrectable(order.status)
  if (order.revision !== revision) throw new OrderChangedMeanwhile(order.revision)
  if (inOneLine(order.shippingAddress) === inOneLine(shippingAddress)) throw new AddressUnchanged()
  return { ...order, shippingAddress, updatedAt: timeOfChange(order, now) }
}

const MAX_CORRECTIONS = 50

/** @throws TooManyCorrections when the history holds as many as it may */
export function checkRoomForCorrection(history: readonly HistoryEntry[]): void {
  const corrections = history.filter(({ from, to, by }) => from === to && by === 'staff')
  if (corrections.length >= MAX_CORRECTIONS) throw new TooManyCorrections(MAX_CORRECTIONS)
}

/** "Dana Whitfield, 12 Elm Street, Apt 4, Springfield, IL 62704, US" */
export function inOneLine({ firstName, lastName, address, address2, city, state, zipCode, country }: Address): string {
  return [`${firstName} ${lastName}`, address, address2, city, `${state} ${zipCode}`, country]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}
