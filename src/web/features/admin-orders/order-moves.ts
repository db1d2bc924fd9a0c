import type { MoveOrderBody, StaffOrder } from '#contracts/staff-orders'
import { STATUS_LABELS } from '../../lib/order-state.ts'
import { withoutCopyMarks } from './copied-text.ts'

export type OrderStatus = StaffOrder['status']

/** Stands beside the states in the filter: large orders that stay pending until staff release them. */
export const AWAITS_RELEASE = 'awaits-release'

/** Beside the states in the filter, too: orders with returns that wait for staff. */
export const OPEN_RETURNS = 'open-returns'

/** What a step is called on its button. */
export function stepLabel(to: OrderStatus): string {
  switch (to) {
    case 'processing':
      return 'Start processing'
    case 'shipped':
      return 'Mark as shipped'
    case 'delivered':
      return 'Mark as delivered'
    case 'cancelled':
      return 'Cancel order'
    case 'pending':
      return 'Back to pending'
  }
}

/** What staff say about a step. Empty texts are left to the server: UPS, and a number made from the order's. */
export interface StepDetails {
  readonly carrier: string
  readonly trackingNumber: string
  readonly location: string
  readonly reason: string
}

export const NO_DETAILS: StepDetails = { carrier: 'UPS', trackingNumber: '', location: '', reason: '' }
export const CARRIERS = ['UPS', 'FedEx', 'USPS', 'DHL']

/** What is sent for a step: only what belongs to it. */
export function moveBody(to: OrderStatus, { carrier, trackingNumber, location, reason }: StepDetails): MoveOrderBody {
  const given = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts)
        .map(([name, text]) => [name, withoutCopyMarks(text).trim()])
        .filter(([, text]) => text !== ''),
    )
  if (to === 'shipped') return { to, ...given({ carrier, trackingNumber, location }) }
  if (to === 'cancelled') return { to, ...given({ reason }) }
  return { to, ...given({ location }) }
}

/** Where at least one of the orders may go, in the order of an order's life. */
export function commonSteps(orders: readonly Pick<StaffOrder, 'nextStatuses'>[]): OrderStatus[] {
  return (Object.keys(STATUS_LABELS) as OrderStatus[]).filter((status) =>
    orders.some(({ nextStatuses }) => nextStatuses.includes(status)),
  )
}

const WHO: Readonly<Record<string, string>> = { customer: 'the customer', staff: 'staff', shop: 'the shop itself' }

/** Who moved an order, in words. */
export function actorLabel(actor: string): string {
  return WHO[actor] ?? actor
}

const METHODS: Readonly<Record<StaffOrder['paymentMethod'], string>> = {
  cash_on_delivery: 'Cash on Delivery',
  card_on_delivery: 'Card on Delivery',
  pay_with_card: 'Card',
}

type Payment = Pick<StaffOrder, 'paymentMethod' | 'cardBrand' | 'cardLast4'>

/** How an order is paid: "Card (Visa ending in 4242)". */
export function paymentLabel({ paymentMethod, cardBrand, cardLast4 }: Payment): string {
  return cardLast4 === null
    ? METHODS[paymentMethod]
    : `${METHODS[paymentMethod]} (${cardBrand ?? 'card'} ending in ${cardLast4})`
}

/** The same in a list: "Visa 4242", "Cash on Delivery". */
export function shortPaymentLabel({ paymentMethod, cardBrand, cardLast4 }: Payment): string {
  return cardLast4 === null ? METHODS[paymentMethod] : `${cardBrand ?? 'Card'} ${cardLast4}`
}

/** What of the payment was given back: "refunded", "partly refunded"; null when nothing was. */
export function refundLabel({ refunded, refundable }: Pick<StaffOrder, 'refunded' | 'refundable'>): string | null {
  if (Number(refunded) === 0) return null
  return Number(refundable) === 0 ? 'refunded' : 'partly refunded'
}
