import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bitmap } from './bitmap.ts'
import { OrderSteps } from './order-steps.ts'
import { ProductOrder } from './product-order.ts'

/** Numbers that stand in no order: 7,919 is prime. */
function shuffled(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, place) => (place * 7_919) % count)
}

function membersOf(set: Bitmap): number[] {
  const members = new Uint32Array(set.count())
  set.writeTo(members)
  return [...members]
}

describe('the set of the slots between two places of an order', () => {
  const made = new Bitmap()

  it.each([0, 1, 1_023, 1_024, 1_025, 5_000, 100_000])('has exactly those, of %i', (count) => {
    const slots = shuffled(count)
    const steps = new OrderSteps()
    const place = fc.integer({ min: 0, max: count })
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        steps.between(slots, from, to, made)
        expect(membersOf(made)).toEqual(Array.from(slots.subarray(from, to)).toSorted((a, b) => a - b))
      }),
      { numRuns: 40 },
    )
  })

  it('has the slots of the order as it is now', () => {
    const steps = new OrderSteps()
    steps.between(shuffled(5_000), 0, 2_500, made)
    steps.forget()
    const now = Uint32Array.from({ length: 6_000 }, (_, place) => place + 64)
    steps.between(now, 0, 5_900, made)
    expect(membersOf(made)).toEqual(Array.from(now.subarray(0, 5_900)))
  })

  it('follows the changes of an order', () => {
    const numbers = Array.from(shuffled(5_000))
    const order = new ProductOrder((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
    const expectFirst = () => {
      order.between(0, 2_500, made)
      expect(membersOf(made)).toEqual(Array.from(order.slots.subarray(0, 2_500)).toSorted((a, b) => a - b))
    }
    order.putIn([...numbers.keys()])
    expectFirst()
    const [first = 0] = order.slots
    order.takeOut([first])
    order.putIn([])
    expectFirst()
    numbers[first] = 1_000.5
    order.putIn([first])
    expectFirst()
  })

  it('is empty when the limits cross', () => {
    const steps = new OrderSteps()
    steps.between(shuffled(5_000), 3_000, 2_000, made)
    expect(made.count()).toBe(0)
  })
})
