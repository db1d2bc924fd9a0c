import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { IntLists } from './int-lists.ts'
import { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { bytesOf } from './testing/bytes-of.ts'

const step = fc.record({
  list: fc.integer({ min: 0, max: 5 }),
  value: fc.integer({ min: 0, max: 40 }),
})

function contentOf(lists: IntLists, list: number): number[] {
  const start = lists.startOf(list)
  return [...lists.numbers.subarray(start, start + lists.countOf(list))]
}

function saved(lists: IntLists): IntLists {
  const writer = new SnapshotWriter()
  lists.save(writer)
  const reader = SnapshotReader.open(bytesOf(Buffer.concat([...writer.pieces()])))
  if (reader === null) throw new Error('not a snapshot')
  const loaded = new IntLists()
  loaded.load(reader)
  return loaded
}

describe('lists of integers', () => {
  it('hold what was put in and not taken out, in ascending order, also after they were saved and loaded', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.nat({ max: 400 }), (steps, savedAfter) => {
        let lists = new IntLists()
        const plain = Array.from({ length: 6 }, () => new Set<number>())
        for (const [i, { list, value }] of steps.entries()) {
          const set = plain[list]!
          if (set.has(value)) lists.remove(list, value)
          else lists.insert(list, value)
          if (!set.delete(value)) set.add(value)
          if (i === savedAfter) lists = saved(lists)
          for (const _ of lists.makeRoom());
        }
        for (const [list, set] of plain.entries())
          expect(contentOf(lists, list)).toEqual([...set].sort((a, b) => a - b))
      }),
    )
  })

  it('are filled in one go when they are empty', () => {
    const lists = new IntLists()
    lists.insert(0, 7)
    lists.fill(1, Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))
    lists.insert(1, 0)
    expect(contentOf(lists, 0)).toEqual([7])
    expect(contentOf(lists, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('take no more room however often they grow and shrink', () => {
    const lists = new IntLists()
    for (let round = 0; round < 600; round++) {
      const list = round % 7
      for (let value = 0; value < 50 + round; value++) lists.insert(list, value)
      for (let value = 0; value < 50 + round; value++) lists.remove(list, value)
      for (const _ of lists.makeRoom());
    }
    expect(lists.numbers.length).toBeLessThan(12_000)
  })

  /** Every third of them is full, the others are gone but for a number. */
  function withGaps(): { readonly lists: IntLists; readonly expected: number[][] } {
    const lists = new IntLists()
    const expected = Array.from({ length: 3000 }, (_, list) =>
      Array.from({ length: 1 + (list % 150) }, (__, i) => i * 3),
    )
    for (const [list, numbers] of expected.entries()) for (const number of numbers) lists.insert(list, number)
    for (const [list, numbers] of expected.entries())
      if (list % 3 > 0) for (const number of numbers.splice(1)) lists.remove(list, number)
    return { lists, expected }
  }
  const contentsOf = (lists: IntLists) => Array.from({ length: 3000 }, (_, list) => contentOf(lists, list))

  it('can be read between the steps of moving together, after which they take less', () => {
    const { lists, expected } = withGaps()
    const bytesBefore = saved(lists).numbers.length
    let steps = 0
    for (const _ of lists.makeRoom()) {
      expect(isDeepStrictEqual(contentsOf(lists), expected)).toBe(true)
      steps++
    }
    expect(steps).toBeGreaterThan(2)
    expect(saved(lists).numbers.length).toBeLessThan(bytesBefore / 2)
    expect(isDeepStrictEqual(contentsOf(lists), expected)).toBe(true)
  })

  it('keep what is changed between two of these steps', () => {
    const { lists, expected } = withGaps()
    for (const _ of lists.makeRoom()) {
      for (const list of [0, 1, 2998]) {
        const next = 1 + Math.max(...(expected[list] ?? []))
        lists.insert(list, next)
        expected[list]?.push(next)
      }
      expect(isDeepStrictEqual(contentsOf(lists), expected)).toBe(true)
    }
    for (const _ of lists.makeRoom());
    expect(isDeepStrictEqual(contentsOf(saved(lists)), expected)).toBe(true)
  })

  it('seldom move to a new array while they grow together', () => {
    const lists = new IntLists()
    const arrays = new Set<Uint32Array>()
    for (let value = 0; value < 3000; value++)
      for (let list = 0; list < 40; list++) {
        lists.insert(list, value)
        arrays.add(lists.numbers)
      }
    // Arrays that grow by a third at a time are together four times as large as the last one.
    const made = [...arrays].reduce((sum, { length }) => sum + length, 0)
    expect(made / lists.numbers.length).toBeLessThan(6)
  })

  it('ignore a number that they do not have', () => {
    const lists = new IntLists()
    lists.insert(3, 1)
    lists.remove(3, 2)
    lists.remove(9, 1)
    expect(contentOf(lists, 3)).toEqual([1])
  })
})
