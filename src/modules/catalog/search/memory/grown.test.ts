import { expect, it } from 'vitest'
import { grown, hasRoom, moved } from './grown.ts'

it('gives a longer array in the same memory where that has room, and otherwise a copy with zeros behind the numbers', () => {
  const memory = new ArrayBuffer(400)
  const array = new Uint32Array(memory, 0, 80)
  array.fill(7)
  const longer = grown(array, 81)
  expect([longer.buffer === memory, longer.length, longer[79], longer[80]]).toEqual([true, 100, 7, 0])
  const copy = grown(longer, 101)
  expect([copy.buffer === memory, copy.length, copy[79], copy[100]]).toEqual([false, 130, 7, 0])
  expect(grown(copy, 130)).toBe(copy)
})

it('tells an array that should be moved before it is full, after which it has room', () => {
  const array = new Float64Array(1000)
  expect([hasRoom(array, 900), hasRoom(array, 950), hasRoom(array.subarray(0, 900), 900)]).toEqual([true, false, true])
  array[999] = 1.5
  const next = moved(array)
  expect([hasRoom(next, 1000), next[999], next[1000]]).toEqual([true, 1.5, 0])
})
