import { staffOrderPath } from '#contracts/staff-paths'
import type { MoveOrderBody, StaffOrder } from '#contracts/staff-orders'
import { api, isRefusal } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { statusLabel } from '../../lib/order-state.ts'
import { soon } from '../../lib/soon.ts'
import { rememberOwnChange } from './own-changes.ts'

/** A job moves the order: it is looked at again so often and so long, in ms. */
const LOOK_EVERY_MS = 250
const LOOK_FOR_MS = 15_000
/** The same when the request or its answer was lost on the way: perhaps it arrived. */
const LOOK_AFTER_LOSS_MS = 1500
/** How many orders are under way at once. */
const AT_ONCE = 4
/** The shop may have taken the step, or may be about to. */
const NO_ANSWER =
  'No answer from the shop, so it is not known whether the order moves. Check the connection, look at the order, and try again.'

export interface MoveResult {
  readonly orderId: number
  readonly isMoved: boolean
  readonly message: string
  /** The order as it is now, where it could be read. */
  readonly order: StaffOrder | null
}

/** An order as it is now. @throws ApiError */
export function readOrder(id: number): Promise<StaffOrder> {
  return api(staffOrderPath(id))
}

/** Has an order moved and waits until it is. Never throws: what went wrong is in the message. */
export async function moveOrder(
  id: number,
  body: MoveOrderBody,
  pause: (ms: number) => Promise<void> = wait,
): Promise<MoveResult> {
  const name = statusLabel(body.to)
  try {
    rememberOwnChange(id)
    const lost = await requestMove(id, body)
    const lookForMs = lost === null ? LOOK_FOR_MS : LOOK_AFTER_LOSS_MS
    for (let waited = 0; waited <= lookForMs; waited += LOOK_EVERY_MS) {
      const order = await soon(readOrder(id).catch(nullWhenLost))
      // The shop answers nothing now: the next looks would wait as long each.
      if (order === undefined) break
      if (order?.status === body.to) {
        const isAsAsked = isSame(body.carrier, order.carrier) && isSame(body.trackingNumber, order.trackingNumber)
        const message = isAsAsked ? `Now ${name.toLowerCase()}` : movedByOthers(order)
        return { orderId: id, isMoved: isAsAsked, message, order }
      }
      await pause(LOOK_EVERY_MS)
    }
    if (lost !== null) return { orderId: id, isMoved: false, message: NO_ANSWER, order: null }
    return {
      orderId: id,
      isMoved: false,
      message: `The move to ${name.toLowerCase()} waits in the queue. The list shows it as soon as it is done.`,
      order: null,
    }
  } catch (error) {
    return { orderId: id, isMoved: false, message: errorMessage(error, 'The order could not be moved.'), order: null }
  }
}

/** @returns null when the shop took the request; what went wrong when nobody knows. @throws ApiError when it was refused */
async function requestMove(id: number, body: MoveOrderBody): Promise<Error | null> {
  try {
    await api(`${staffOrderPath(id)}/status`, { method: 'POST', body })
    return null
  } catch (error) {
    if (isRefusal(error) || !(error instanceof Error)) throw error
    return error
  }
}

/**
 * Moves several orders, a few at a time; one that fails stops no other. The results are in the order of the orders.
 * @param bodyOf what is sent for an order
 */
export async function moveOrders(
  ids: readonly number[],
  bodyOf: (id: number) => MoveOrderBody,
  onResult: (result: MoveResult) => void,
  pause?: (ms: number) => Promise<void>,
): Promise<MoveResult[]> {
  const results = new Map<number, MoveResult>()
  const left = [...ids]
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const result = await moveOrder(id, bodyOf(id), pause)
      results.set(id, result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work))
  return ids.map((id) => results.get(id)).filter((result) => result !== undefined)
}

/** A look whose answer was lost says nothing of the order; the next one may. */
function nullWhenLost(error: unknown): null {
  if (isRefusal(error)) throw error
  return null
}

/** What is not sent is left to the shop, which keeps one spelling of what looks the same. */
function isSame(sent: string | null | undefined, has: string | null): boolean {
  return (sent ?? '') === '' || sent?.normalize() === has?.normalize()
}

/** What became of an order that somebody else has moved. */
export function movedByOthers({
  status,
  carrier,
  trackingNumber,
}: Pick<StaffOrder, 'status' | 'carrier' | 'trackingNumber'>): string {
  const how = [carrier, trackingNumber].filter((word) => word !== null && word !== '').join(' ')
  const now = statusLabel(status).toLowerCase()
  return `Somebody else was faster: it is ${status === 'shipped' ? `${now} with ${how}` : now}.`
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
