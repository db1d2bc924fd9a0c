import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StaffOrder } from '#contracts/staff-orders'
import { takeReturnSteps } from './take-return-steps.ts'

afterEach(() => vi.unstubAllGlobals())

const NUMBER = 'RMA-7'
const orderAt = (revision: number, status: string) => ({ id: 1, revision, returns: [{ number: NUMBER, status }] })
const changed = { code: 'ORDER_CHANGED', message: 'Somebody has changed it.', requestId: 'r' }
const steps = { steps: ['received', 'refunded'], message: ' All there. ', restock: [1] } as const

/** Answers the calls one after the other, and keeps what was sent. */
function aServer(...answers: readonly (() => Response)[]) {
  const sent: { to?: string; revision?: number; message?: string | null }[] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (_path: string, { body }: { body?: string }) => {
    if (body !== undefined) sent.push(JSON.parse(body) as (typeof sent)[number])
    const answer = left.shift()
    if (answer === undefined) throw new Error('There is no answer left.')
    return answer()
  })
  return sent
}

describe('the steps of a return', () => {
  it('are taken one after the other, the message with the first', async () => {
    const sent = aServer(
      () => Response.json(orderAt(6, 'received')),
      () => Response.json(orderAt(7, 'refunded')),
    )
    const taken: StaffOrder[] = []
    await takeReturnSteps({ id: 1, revision: 5 }, NUMBER, steps, (order) => void taken.push(order))
    expect(sent).toEqual([
      { to: 'received', message: 'All there.', restock: [1], revision: 5 },
      { to: 'refunded', message: null, restock: [1], revision: 6 },
    ])
    expect(taken).toEqual([orderAt(6, 'received'), orderAt(7, 'refunded')])
  })

  it('give no money back beside what somebody else has given since the order was looked at', async () => {
    // A colleague has refunded: 6. It arrives: 7, which nobody here has seen.
    const sent = aServer(
      () => Response.json(orderAt(7, 'received')),
      () => Response.json(changed, { status: 409 }),
      () => Response.json(orderAt(7, 'received')),
    )
    const taken: StaffOrder[] = []
    const all = takeReturnSteps({ id: 1, revision: 5 }, NUMBER, steps, (order) => void taken.push(order))
    await expect(all).rejects.toMatchObject({ body: changed })
    expect(sent[1]?.revision).toBe(6)
    expect(taken).toEqual([orderAt(7, 'received')])
  })

  it.each([
    ['an answer that was lost', () => Response.error()],
    ['a proxy that gave up', () => new Response('<h1>504</h1>', { status: 504 })],
    ['the shop that was late', () => Response.json({ ...changed, code: 'BUSY' }, { status: 503 })],
    ['a refusal, because the try before was made', () => Response.json(changed, { status: 409 })],
  ])('count as taken when the order says so, after %s', async (_what, answer) => {
    aServer(
      () => (answer().type === 'error' ? thrown() : answer()),
      () => Response.json(orderAt(6, 'refunded')),
    )
    const taken: StaffOrder[] = []
    const wanted = { ...steps, steps: ['refunded'] } as const
    await takeReturnSteps({ id: 1, revision: 5 }, NUMBER, wanted, (order) => void taken.push(order))
    expect(taken).toEqual([orderAt(6, 'refunded')])
  })
})

function thrown(): never {
  throw new TypeError('Failed to fetch')
}
