import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { CardDeclined, describeNotPlaced, NO_REFUSAL } from './order-refusal.ts'
import { OrderFailed } from './place-order.ts'

const lines = [
  { productId: 3, quantity: 2, product: { name: 'SELPHY', price: '19.90', image: 'a.svg' } },
  { productId: 5, quantity: 1, product: { name: 'Toner', price: '9.90', image: 'b.svg' } },
]
const soldOut = { productId: 3, requested: 2, available: 0 }

function refused(status: number, code: string, details?: unknown, message = 'Said by the shop.') {
  const body = JSON.stringify({ code, message, requestId: 'r', details })
  return describeNotPlaced(new OrderFailed(new ApiError(status, 'Refused', body)), lines)
}

describe('an order that was not placed', () => {
  it('says that a declined card cost nothing', () => {
    const { kind, toast, refusal } = describeNotPlaced(new CardDeclined(), lines)
    expect([kind, toast.title, toast.description]).toEqual([
      'card',
      'Card declined',
      'Nothing was ordered, and nothing was charged.',
    ])
    expect(refusal).toBe(NO_REFUSAL)
  })

  it('asks to sign in when the session is over', () => {
    expect(refused(401, 'UNAUTHENTICATED')).toMatchObject({ kind: 'session', toast: { title: 'Please sign in' } })
  })

  it('names the order that an earlier try placed, with the way to it', () => {
    expect(refused(422, 'IDEMPOTENCY_KEY_REUSED', { orderId: 100_007 })).toMatchObject({
      kind: 'placed-before',
      toast: { title: 'You have order #100007 already', action: { to: '/account?tab=orders' } },
      refusal: { placedOrderId: 100_007, sentences: [] },
    })
  })

  it('says beside the items what changed about the delivery, whatever the lines are', () => {
    expect(refused(409, 'EXPRESS_CHANGED')).toMatchObject({
      kind: 'delivery',
      refusal: { sentences: ['Said by the shop.'], lines: null, advice: null },
    })
  })

  it.each([
    [{ confirmEmail: true }, 'confirm-email'],
    [{}, null],
  ])('says what helps where there would be too much at once (%j)', (details, advice) => {
    expect(refused(422, 'TOO_MANY_PIECES', details)).toMatchObject({
      kind: 'limit',
      refusal: { sentences: ['Said by the shop.'], lines: '3x2 5x1', advice },
    })
  })

  it('names the lines that were refused as they were sent', () => {
    const { kind, refusal } = refused(409, 'OUT_OF_STOCK', { lines: [soldOut] })
    expect([kind, refusal.lines, refusal.advice]).toEqual(['lines', '3x2 5x1', 'look-again'])
    expect(refusal.sentences).toEqual(['SELPHY is out of stock.'])
  })

  it.each([
    [400, 'CARD_DATA_NOT_ACCEPTED'],
    [400, 'ORDER_TOO_LARGE'],
    [429, 'TOO_MANY_REQUESTS'],
  ])('says beside the items what the shop says of any other refusal (%i %s)', (status, code) => {
    const { toast, refusal } = refused(status, code)
    expect(toast.description).toBe('There was an error placing your order. Please try again.')
    expect(refusal).toEqual({ ...NO_REFUSAL, sentences: ['Said by the shop.'] })
  })

  it('says nothing of a failure of the shop itself that the toast does not say', () => {
    expect(refused(500, 'INTERNAL').refusal).toEqual(NO_REFUSAL)
  })

  it.each([new TypeError('Failed to fetch'), new OrderFailed(new ApiError(502, 'Bad Gateway', '<html></html>'))])(
    'says that there may be an order where the shop gave no answer (%s)',
    (error) => {
      expect(describeNotPlaced(error, lines)).toEqual({
        kind: 'unknown',
        toast: { title: 'Order failed', description: 'There was an error placing your order. Please try again.' },
        refusal: { ...NO_REFUSAL, advice: 'send-again' },
      })
    },
  )
})
