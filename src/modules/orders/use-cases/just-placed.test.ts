import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '../domain/order.ts'
import { createJustPlaced } from './just-placed.ts'

const anOrder = (id: number): Order => ({ id }) as Order

describe('orders that were just placed', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('are given once, and not after a second', () => {
    const justPlaced = createJustPlaced()
    const order = anOrder(1)
    justPlaced.add(order)
    expect(justPlaced.take(2)).toBeNull()
    expect(justPlaced.take(1)).toBe(order)
    expect(justPlaced.take(1)).toBeNull()
    justPlaced.add(order)
    vi.advanceTimersByTime(1001)
    expect(justPlaced.take(1)).toBeNull()
  })

  it('are a hundred at most, the newest', () => {
    const justPlaced = createJustPlaced()
    for (let id = 1; id <= 150; id += 1) justPlaced.add(anOrder(id))
    expect(justPlaced.take(50)).toBeNull()
    expect(justPlaced.take(51)?.id).toBe(51)
    expect(justPlaced.take(150)?.id).toBe(150)
  })
})
