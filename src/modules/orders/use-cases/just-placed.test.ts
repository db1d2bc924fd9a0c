import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../domain/order.ts'
import { createJustPlaced } from './just-placed.ts'

const anOrder = (id: number): Order => ({ id, customerEmail: 'dana@example.com' }) as Order
const account = { accountEmail: 'dana@example.com', isEmailProved: true }

describe('orders that were just placed', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('are given once, and not after a second', () => {
    const justPlaced = createJustPlaced()
    const order = anOrder(1)
    justPlaced.add(order, account)
    expect(justPlaced.take(2)).toBeNull()
    expect(justPlaced.take(1)).toEqual({ order, standing: 'own' })
    expect(justPlaced.take(1)).toBeNull()
    justPlaced.add(order, account)
    vi.advanceTimersByTime(1001)
    expect(justPlaced.take(1)).toBeNull()
  })

  it.each([
    [{}, 'own'],
    [{ isEmailProved: false }, 'unproved'],
    // Who reads another address is known to their account alone.
    [{ accountEmail: 'eve@example.com' }, null],
    [{ accountEmail: 'eve@example.com', isEmailProved: false }, null],
  ])('tell whether their address is that of the account: %o', (other, standing) => {
    const justPlaced = createJustPlaced()
    justPlaced.add(anOrder(1), { ...account, ...other })
    expect(justPlaced.take(1)).toMatchObject({ standing })
  })

  it('are a hundred at most, the newest', () => {
    const justPlaced = createJustPlaced()
    for (let id = 1; id <= 150; id += 1) justPlaced.add(anOrder(id), account)
    expect(justPlaced.take(50)).toBeNull()
    expect(justPlaced.take(51)?.order.id).toBe(51)
    expect(justPlaced.take(150)?.order.id).toBe(150)
  })
})
