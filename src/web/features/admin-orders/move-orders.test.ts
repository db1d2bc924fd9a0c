import { afterEach, describe, expect, it, vi } from 'vitest'
import { moveOrder, moveOrders } from './move-orders.ts'
import { commonSteps, moveBody, NO_DETAILS, paymentLabel } from './order-moves.ts'

afterEach(() => vi.unstubAllGlobals())
const atOnce = () => Promise.resolve()

/** A server with three orders, of which the second may not be moved; a job moves the others at the second look. */
function aServer(): { readonly moved: number[] } {
  const moved: number[] = []
  const looks = new Map<number, number>()
  const answer = (status: number, body: object) => Promise.resolve(new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    const id = Number(/orders\/(\d+)/.exec(path)?.[1])
    if (method === 'POST') {
      if (id === 100_002)
        return answer(409, {
          code: 'ILLEGAL_TRANSITION',
          message: 'A delivered order cannot be cancelled.',
          requestId: 'r',
        })
      moved.push(id)
      return answer(202, { jobId: String(id) })
    }
    looks.set(id, (looks.get(id) ?? 0) + 1)
    return answer(200, { id, status: (looks.get(id) ?? 0) > 1 ? 'cancelled' : 'pending' })
  })
  return { moved }
}

describe('moving several orders', () => {
  it('says for each order what became of it, and one that fails stops no other', async () => {
    const { moved } = aServer()
    const seen: number[] = []
    const results = await moveOrders(
      [100_001, 100_002, 100_003],
      () => ({ to: 'cancelled' }),
      ({ orderId }) => seen.push(orderId),
      atOnce,
    )
    expect(results.map(({ orderId, isMoved, message }) => [orderId, isMoved, message])).toEqual([
      [100_001, true, 'Now cancelled'],
      [100_002, false, 'A delivered order cannot be cancelled.'],
      [100_003, true, 'Now cancelled'],
    ])
    expect(moved).toEqual([100_001, 100_003])
    expect(seen.toSorted()).toEqual([100_001, 100_002, 100_003])
  })

  it('says how an order was shipped by somebody who was faster', async () => {
    const shipped = { id: 1, status: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-770' }
    vi.stubGlobal('fetch', async () => Response.json(shipped))
    const moved = (trackingNumber: string) => moveOrder(1, { to: 'shipped', carrier: 'FedEx', trackingNumber }, atOnce)
    expect(await moved('FX-770')).toMatchObject({ isMoved: true, message: 'Now shipped' })
    expect(await moved('FX-771')).toMatchObject({
      isMoved: false,
      message: 'Somebody else was faster: it is shipped with FedEx FX-770.',
    })
  })

  it('looks whether a move whose answer was lost was made', async () => {
    let looks = 0
    const answering = (status: () => string, lost = (): Response => thrown(new TypeError('Failed to fetch'))) =>
      vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
        if (method === 'POST') return lost()
        looks += 1
        return Response.json({ id: 1, status: status(), carrier: 'UPS', trackingNumber: null })
      })
    answering(() => (looks > 1 ? 'processing' : 'pending'))
    expect(await moveOrder(1, { to: 'processing' }, atOnce)).toMatchObject({ isMoved: true, message: 'Now processing' })
    looks = 0
    answering(() => 'pending')
    expect(await moveOrder(1, { to: 'processing' }, atOnce)).toMatchObject({
      isMoved: false,
      message: expect.stringContaining('No answer from the shop'),
    })
    expect(looks, 'not as long as for a move that the shop has taken').toBeLessThan(10)
    answering(
      () => 'processing',
      () => new Response('<h1>504</h1>', { status: 504 }),
    )
    expect(await moveOrder(1, { to: 'processing' }, atOnce)).toMatchObject({ isMoved: true })
  })

  it('is not said to have failed when a look at what the shop has taken is lost', async () => {
    let looks = 0
    vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
      if (method === 'POST') return Response.json({ jobId: '1' }, { status: 202 })
      looks += 1
      if (looks === 1) throw new TypeError('Failed to fetch')
      if (looks === 2) return new Response('<h1>502</h1>', { status: 502 })
      return Response.json({ id: 1, status: 'processing', carrier: 'UPS', trackingNumber: null })
    })
    expect(await moveOrder(1, { to: 'processing' }, atOnce)).toMatchObject({ isMoved: true, message: 'Now processing' })
  })

  it.each([
    ['took', 202, /waits in the queue/],
    ['may not have got', 504, /^No answer from the shop/],
  ])('ends soon when a shop that %s it answers no look', async (_how, status, message) => {
    vi.useFakeTimers()
    try {
      vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) =>
        method === 'POST' ? Promise.resolve(new Response('{}', { status })) : new Promise(() => {}),
      )
      const ended = vi.fn()
      void moveOrder(1, { to: 'processing' }).then(ended)
      await vi.advanceTimersByTimeAsync(15_000)
      expect(ended).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ isMoved: false, message: expect.stringMatching(message) }),
      )
    } finally {
      vi.useRealTimers()
    }
  })

  it('is one of its own where a number was pasted with marks that the shop does not keep', async () => {
    const shipped = { id: 1, status: 'shipped', carrier: 'Caf\u00e9', trackingNumber: '1Z 999' }
    vi.stubGlobal('fetch', async () => Response.json(shipped))
    const body = moveBody('shipped', { ...NO_DETAILS, carrier: 'Cafe\u0301', trackingNumber: '\u202d1Z\t999\u202c' })
    expect(await moveOrder(1, body, atOnce)).toMatchObject({ isMoved: true, message: 'Now shipped' })
  })

  it('offers the steps that at least one of them may take, in the order of their life', () => {
    expect(
      commonSteps([{ nextStatuses: ['shipped', 'cancelled'] }, { nextStatuses: ['processing', 'cancelled'] }]),
    ).toEqual(['processing', 'shipped', 'cancelled'])
    expect(commonSteps([{ nextStatuses: [] }])).toEqual([])
  })

  it('sends what belongs to the step and leaves the rest to the shop', () => {
    expect(moveBody('shipped', { ...NO_DETAILS, trackingNumber: ' ', reason: 'x' })).toEqual({
      to: 'shipped',
      carrier: 'UPS',
    })
    expect(moveBody('cancelled', { ...NO_DETAILS, reason: 'Asked by phone' })).toEqual({
      to: 'cancelled',
      reason: 'Asked by phone',
    })
    expect(moveBody('delivered', { ...NO_DETAILS, location: 'Tulsa, OK' })).toEqual({
      to: 'delivered',
      location: 'Tulsa, OK',
    })
  })

  it('says how an order is paid', () => {
    expect(paymentLabel({ paymentMethod: 'cash_on_delivery', cardBrand: null, cardLast4: null })).toBe(
      'Cash on Delivery',
    )
    expect(paymentLabel({ paymentMethod: 'pay_with_card', cardBrand: 'Visa', cardLast4: '4242' })).toBe(
      'Card (Visa ending in 4242)',
    )
  })
})

function thrown(error: Error): never {
  throw error
}
