import type { mongo } from 'mongoose'
import { createPace } from '#platform/concurrency/pace'
import type { OrderDocument } from './order-document.ts'

/** Of a list: some milliseconds of the processor, between which others are answered. */
export const READ_AT_ONCE = 200

/** Reads a list of orders, which may be hundreds with a hundred lines each: others are answered in between. */
export async function readOrders<Read>(
  found: mongo.FindCursor<OrderDocument>,
  read: (document: OrderDocument) => Read,
): Promise<readonly Read[]> {
  const orders: Read[] = []
  const pace = createPace()
  for await (const document of found.batchSize(READ_AT_ONCE)) {
    orders.push(read(document))
    if (pace.isLong()) await pace.rest()
  }
  return orders
}
