import { guestReturnPath, guestWithdrawPath, ownOrderPath, returnPath, withdrawReturnPath } from '#contracts/api-paths'
import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import type { ReturnBody } from '#contracts/returns'
import { readGuestOrder } from '../../../features/tracking/ask-for-order.ts'
import { api } from '../../../lib/api-client.ts'
import { takeStep } from '../../../lib/api-once.ts'

/** What can be done about the returns of one order. Each shows the order as it is then, and throws what the call threw. */
export interface ReturnCalls {
  /** @param attemptKey the same for every try of one request */
  readonly request: (body: ReturnBody, attemptKey: string) => Promise<void>
  /** Gives a return up. */
  readonly withdraw: (number: string) => Promise<void>
}

/** For an order of the customer who is signed in. */
export function ownReturnCalls(orderId: number, show: (order: Order) => void): ReturnCalls {
  return {
    async request(body, attemptKey) {
      const headers = { 'Idempotency-Key': attemptKey }
      show(await api(returnPath(orderId), { method: 'POST', headers, body }))
    },
    withdraw: (number) =>
      withdraw(number, {
        send: () => api(withdrawReturnPath(orderId, number), { method: 'POST' }),
        read: () => api(ownOrderPath(orderId)),
        show,
      }),
  }
}

/** For the order of a guest, with the question that found it. */
export function guestReturnCalls(question: TrackBody, show: (order: TrackedOrder) => void): ReturnCalls {
  return {
    async request(body, attemptKey) {
      const headers = { 'Idempotency-Key': attemptKey }
      show(await api(guestReturnPath, { method: 'POST', headers, body: { ...question, ...body } }))
    },
    withdraw: (number) =>
      withdraw(number, {
        send: () => api(guestWithdrawPath, { method: 'POST', body: { ...question, return: number } }),
        read: () => readGuestOrder(question),
        show,
      }),
  }
}

/** Shows the order also where the return had gone on since the page was read. */
async function withdraw<Shown extends Order | TrackedOrder>(
  number: string,
  step: {
    readonly send: () => Promise<Shown>
    readonly read: () => Promise<Shown>
    readonly show: (order: Shown) => void
  },
): Promise<void> {
  const isTaken = ({ returns }: Shown) => returns.find((each) => each.number === number)?.status === 'withdrawn'
  step.show(await takeStep({ ...step, isTaken, onRead: step.show }))
}
