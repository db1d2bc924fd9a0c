import { isRefusal, type ApiError } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import { OrderFailed, problemSentence, type CheckoutLine } from './place-order.ts'

/** The test card was refused: nothing was sent. */
export class CardDeclined extends Error {}

/** Why an order was not placed, beside the items. */
export interface Refusal {
  readonly sentences: readonly string[]
  /** The lines that were sent: of others the sentences say nothing. Null where they are about something else. */
  readonly lines: string | null
  /** What the customer can do now. */
  readonly advice: 'look-again' | 'confirm-email' | 'send-again' | null
  /** The order of an earlier try, whose answer was lost, or of another tab; null when there is none. */
  readonly placedOrderId: number | null
}

export const NO_REFUSAL: Refusal = { sentences: [], lines: null, advice: null, placedOrderId: null }

interface NotPlaced {
  /** What was refused, and with it what the form has to do. */
  readonly kind: 'card' | 'session' | 'placed-before' | 'delivery' | 'limit' | 'lines' | 'unknown'
  readonly toast: Pick<ToastMessage, 'title' | 'action'> & { readonly description: string }
  readonly refusal: Refusal
}

/** Tells carts apart by what is ordered; a price that was corrected makes no other. */
export function linesMark(lines: readonly { readonly productId: number; readonly quantity: number }[]): string {
  return lines.map(({ productId, quantity }) => `${productId}x${quantity}`).join(' ')
}

/**
 * What the customer is told of an order that was not placed (specification 1, sections 5 and 8).
 * @param error what the try threw
 * @param lines those that were sent
 */
export function describeNotPlaced(error: unknown, lines: readonly CheckoutLine[]): NotPlaced {
  if (error instanceof CardDeclined) {
    const description = 'Nothing was ordered, and nothing was charged.'
    return { kind: 'card', toast: { title: 'Card declined', description }, refusal: NO_REFUSAL }
  }
  if (!(error instanceof OrderFailed) || isFromBetween(error)) return unanswered()
  if (error.status === 401) {
    const description = 'You need to be signed in to place an order. Redirecting...'
    return { kind: 'session', toast: { title: 'Please sign in', description }, refusal: NO_REFUSAL }
  }
  if (error.placedOrderId !== null) return placedBefore(error.placedOrderId)
  if (error.expressSentence !== null)
    return failed('delivery', 'Something about the delivery has changed. See beside your items.', {
      sentences: [error.expressSentence],
    })
  const sentences = error.problems.map((problem) => problemSentence(problem, nameIn(lines, problem)))
  if (error.limit !== null)
    return failed('limit', 'You cannot order as much at once. See beside your items what helps.', {
      sentences: [error.limit.sentence, ...sentences],
      lines: linesMark(lines),
      advice: error.limit.asksToConfirmEmail ? 'confirm-email' : null,
    })
  if (sentences.length > 0)
    return failed('lines', 'Something in your cart has changed. See what, and place the order again.', {
      sentences,
      lines: linesMark(lines),
      advice: 'look-again',
    })
  return failed('unknown', 'There was an error placing your order. Please try again.', {
    sentences: sentencesOf(error.cause),
  })
}

/** Whether something between the customer and the shop says that it got no answer. */
function isFromBetween({ status, cause }: OrderFailed): boolean {
  return status >= 500 && cause.body === null
}

/** There may be an order all the same, which a toast that goes is too little for. */
function unanswered(): NotPlaced {
  return failed('unknown', 'There was an error placing your order. Please try again.', { advice: 'send-again' })
}

/** What else the shop refused the order for: the toast alone would have the same sent again and again. */
function sentencesOf(cause: ApiError): readonly string[] {
  return isRefusal(cause) && cause.body !== null && cause.body.fields === undefined ? [cause.body.message] : []
}

function failed(kind: NotPlaced['kind'], description: string, refusal: Partial<Refusal> = {}): NotPlaced {
  return { kind, toast: { title: 'Order failed', description }, refusal: { ...NO_REFUSAL, ...refusal } }
}

function placedBefore(placedOrderId: number): NotPlaced {
  return {
    kind: 'placed-before',
    toast: {
      title: `You have order #${placedOrderId} already`,
      // Another tab that placed it has emptied the cart, and there is nothing to read beside the items then.
      description: 'It was sent before, from here or from another tab.',
      action: { label: 'View orders', to: paths.account({ tab: 'orders' }) },
    },
    refusal: { ...NO_REFUSAL, placedOrderId },
  }
}

function nameIn(lines: readonly CheckoutLine[], { productId, productName }: OrderFailed['problems'][number]): string {
  return productName ?? lines.find((line) => line.productId === productId)?.product.name ?? `Product ${productId}`
}
