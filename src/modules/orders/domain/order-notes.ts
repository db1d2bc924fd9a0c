import { TooManyNotes } from './staff-errors.ts'
import type { Order } from './order.ts'

const MAX_NOTES = 50

/** @throws TooManyNotes when the order has as many as it may have */
export function checkRoomForNote({ notes }: Pick<Order, 'notes'>): void {
  if (notes.length >= MAX_NOTES) throw new TooManyNotes(MAX_NOTES)
}
