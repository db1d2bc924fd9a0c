import { beginsWith } from '#platform/database/begins-with'
import type { Collection } from '#platform/database/database'
import type { OrderStatus } from '../domain/order-status.ts'
import { MAX_RETURNS } from '../domain/returns.ts'
import type { OrderDocument } from './order-document.ts'
import { numbersPlacedWithin, type PlacedSpan } from './placed-within.ts'

/** Which orders staff want to see; `terms`: ways to read a search, each of beginnings of keys. */
export interface ShopQuery extends PlacedSpan {
  readonly status?: OrderStatus
  readonly awaitsRelease?: true
  /** Only orders with returns that wait for staff. */
  readonly openReturns?: true
  readonly terms: readonly (readonly string[])[]
  /** Only these. */
  readonly ids?: readonly number[]
  /** Only older ones than this: the next page of a list that others may add to. */
  readonly before?: number
}

/** How many returns of an order may wait for staff: a list, because an index has no ranges of numbers. */
export const OPEN_RETURNS = { $in: Array.from({ length: MAX_RETURNS }, (_, i) => i + 1) }

/** The condition that finds them. */
export async function shopFilter(orders: Collection<OrderDocument>, query: ShopQuery) {
  const { status, awaitsRelease, openReturns, terms, placedFrom, placedBefore, ids, before } = query
  const alternatives = terms.map((words) => ({ $and: words.map((word) => ({ searchKeys: beginsWith(word) })) }))
  const isSpan = placedFrom !== undefined || placedBefore !== undefined
  const numbers = isSpan ? await numbersPlacedWithin(orders, query) : undefined
  const end = Math.min(before ?? Infinity, numbers?.before ?? Infinity)
  const _id = {
    ...(ids && { $in: [...ids] }),
    ...(numbers && { $gte: numbers.from }),
    ...(end < Infinity && { $lt: end }),
  }
  const createdAt = { ...(placedFrom && { $gte: placedFrom }), ...(placedBefore && { $lt: placedBefore }) }
  return {
    ...(status === undefined ? {} : { status }),
    ...(awaitsRelease === undefined ? {} : { awaitsRelease }),
    ...(openReturns === undefined ? {} : { openReturns: OPEN_RETURNS }),
    ...(isSpan ? { createdAt } : {}),
    ...(Object.keys(_id).length === 0 ? {} : { _id }),
    ...(terms.length === 0 ? {} : { $or: alternatives }),
  }
}
