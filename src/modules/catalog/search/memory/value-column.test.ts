import { expect, it } from 'vitest'
import { Bitmap } from './bitmap.ts'
import { ValueColumn } from './value-column.ts'

/** Of as many slots as there is place for in what is copied of a set. */
const SLOTS = 2048

function evenSlots(column: ValueColumn): Bitmap {
  const even = new Bitmap()
  for (let slot = 0; slot < SLOTS; slot += 2) {
    if (column.valueOf(slot) !== '') even.add(slot)
  }
  return even
}

it('has the slots of several values, also those for which there was no place before', () => {
  const column = new ValueColumn()
  const made = new Bitmap()
  for (let slot = 0; slot < SLOTS; slot++) column.put(slot, slot % 2 === 0 ? 'HP' : 'Epson')
  expect(column.setOf(['HP', 'Epson'], made).count()).toBe(SLOTS)
  column.put(SLOTS, 'HP')
  expect(column.setOf(['HP', 'Epson'], made).count()).toBe(SLOTS + 1)
})

it('counts a value that became a frequent one after others were counted', () => {
  const column = new ValueColumn()
  const countsIn = (set: Bitmap) => Array.from(column.countsIn(set, set.count())).slice(1, column.numbers)
  for (let slot = 0; slot < SLOTS / 2; slot++) column.put(slot, 'HP')
  expect(countsIn(evenSlots(column))).toEqual([SLOTS / 4])
  for (let slot = SLOTS / 2; slot < SLOTS; slot++) column.put(slot, 'Epson')
  expect(countsIn(evenSlots(column))).toEqual([SLOTS / 4, SLOTS / 4])
})

it('counts each of hundreds of values', () => {
  const column = new ValueColumn()
  const all = new Bitmap()
  for (let slot = 0; slot < 200; slot++) {
    column.put(slot, `Brand ${slot}`)
    all.add(slot)
  }
  expect(column.values).toHaveLength(200)
  expect(Array.from(column.countsIn(all, 200)).slice(1, 201)).toEqual(Array.from({ length: 200 }, () => 1))
})
