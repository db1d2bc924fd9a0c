import type { Collection } from '#platform/database/database'
import { MINUTE_MS } from '#platform/time/durations'
import type { OrderDocument } from './order-document.ts'

/** How many orders are looked at in one query. */
const PROBES = 64
/** Processes place orders side by side, so a greater number may be older, but by less than this. */
const DISORDER_MS = 10 * MINUTE_MS

/** A span of time with its first moment and without its last. */
export interface PlacedSpan {
  readonly placedFrom?: Date
  readonly placedBefore?: Date
}

/**
 * The numbers between which all orders of a span stand, with some others around them. Numbers grow with time, so a few
 * orders in between tell where a span begins and ends: three queries for 100,000 orders. A list or count within these
 * numbers passes over no order of another time, and needs no index of times. Some that were placed while a
 * clock was wrong stand among others of another time, and must not hide those behind them.
 */
export async function numbersPlacedWithin(
  orders: Collection<OrderDocument>,
  { placedFrom, placedBefore }: PlacedSpan,
): Promise<{ readonly from: number; readonly before: number }> {
  const endOf = (direction: 1 | -1) => orders.findOne({}, { projection: { _id: 1 }, sort: { _id: direction } })
  const [first, last] = await Promise.all([endOf(1), endOf(-1)])
  if (first === null || last === null) return { from: 0, before: 0 }
  const all = { low: first._id, high: last._id + 1 }
  const [begin, end] = await Promise.all([
    placedFrom === undefined ? all : bracket(orders, placedFrom.getTime() - DISORDER_MS, 'first', all),
    placedBefore === undefined ? all : bracket(orders, placedBefore.getTime() + DISORDER_MS, 'last', all),
  ])
  return { from: begin.low, before: end.high }
}

/**
 * Numbers around a time: orders below `low` were placed before it, those from `high` on were not.
 * @param turn where orders of both kinds alternate: around the first that was not placed before the time, or around the
 * last that was
 */
async function bracket(
  orders: Collection<OrderDocument>,
  time: number,
  turn: 'first' | 'last',
  { low, high }: { readonly low: number; readonly high: number },
): Promise<{ readonly low: number; readonly high: number }> {
  if (high - low <= PROBES) return { low, high }
  const step = (high - low) / PROBES
  const probes = Array.from({ length: PROBES - 1 }, (_, i) => Math.round(low + step * (i + 1)))
  const found = await orders
    .find({ _id: { $in: probes } }, { projection: { createdAt: 1 } })
    .sort({ _id: 1 })
    .toArray()
  // Orders that failed leave gaps: where all of these numbers are in one, everything between is looked at.
  if (found.length === 0) return { low, high }
  const isYoung = ({ createdAt }: Pick<OrderDocument, 'createdAt'>) => createdAt.getTime() >= time
  const firstYoung = found.findIndex(isYoung)
  const beginOfYoung = firstYoung === -1 ? found.length : firstYoung
  const turnsAt = turn === 'first' ? beginOfYoung : found.findLastIndex((each) => !isYoung(each)) + 1
  const [old, young] = [found[turnsAt - 1], found[turnsAt]]
  return bracket(orders, time, turn, { low: old === undefined ? low : old._id + 1, high: young?._id ?? high })
}
