import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../testing/random.ts'
import { SlotTable } from './slot-table.ts'

describe('a table of slots', () => {
  it('says what a map would say, whatever is added, changed and removed', () => {
    const random = createRandom(7)
    const table = new SlotTable()
    const map = new Map<number, number>()
    const ids = [1, 2, 1023, 1024, 1025, 50_000, 2 ** 31, 2 ** 40 + 3]
    for (let step = 0; step < 2_000; step++) {
      const id = random.pick(ids)
      const slot = random.below(3)
      if (random.next() < 0.4) {
        table.delete(id)
        map.delete(id)
      } else {
        table.set(id, slot)
        map.set(id, slot)
      }
      expect(ids.map((each) => table.get(each))).toEqual(ids.map((each) => map.get(each)))
      expect(table.size).toBe(map.size)
    }
  })

  it.each([0, -1, 1.5, NaN, Infinity])('has no product with the id %s', (id) => {
    const table = new SlotTable()
    table.set(1, 0)
    table.set(2, 1)
    expect(table.get(id)).toBeUndefined()
    table.delete(id)
    expect(table.size).toBe(2)
  })
})
