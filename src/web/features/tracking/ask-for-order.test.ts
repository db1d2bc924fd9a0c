import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForOrder } from './ask-for-order.ts'

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
beforeEach(() => void vi.stubGlobal('fetch', sent))
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
})
const question = { number: 'ORD-100001', email: 'ada@example.com' }
const refused = (status: number, message: string) => Response.json({ code: 'X', message, requestId: 'r' }, { status })

test('a guest gets the order', async () => {
  sent.mockResolvedValue(Response.json({ id: 100001 }))
  await expect(askForOrder(question)).resolves.toEqual({ outcome: 'found', order: { id: 100001 } })
  expect(sent.mock.lastCall?.[1].body).toBe(JSON.stringify(question))
})

test('no such order, too many questions and an outage are distinguished', async () => {
  sent.mockResolvedValue(refused(404, 'There is no such order.'))
  await expect(askForOrder(question)).resolves.toEqual({ outcome: 'none' })
  sent.mockResolvedValue(refused(429, 'Try again in 2 minutes.'))
  await expect(askForOrder(question)).resolves.toEqual({
    outcome: 'slow-down',
    message: 'Try again in 2 minutes.',
    error: expect.objectContaining({ status: 429 }),
  })
  sent.mockResolvedValue(refused(503, 'Down'))
  const status = expect.objectContaining({ status: 503 })
  await expect(askForOrder(question)).resolves.toEqual({ outcome: 'outage', error: status })
  const lost = new TypeError('Failed to fetch')
  sent.mockRejectedValue(lost)
  await expect(askForOrder(question)).resolves.toEqual({ outcome: 'outage', error: lost })
})

test('an order is not said to be missing where something before the shop has answered', async () => {
  for (const status of [403, 404]) {
    sent.mockResolvedValue(new Response('<html>', { status }))
    await expect(askForOrder(question)).resolves.toMatchObject({ outcome: 'outage', error: { status } })
  }
})
