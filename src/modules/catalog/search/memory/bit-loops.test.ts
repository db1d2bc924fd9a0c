import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../testing/random.ts'
import { BitMemory, countShared, intersect, subtract, unite, WORDS_AT_ONCE } from './bit-loops.ts'

/** Around the steps of the loops (8 words), and beyond what they have worked with before. */
const LENGTHS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 1001, 8191, 8192, 8193, 20_001, 3]

function words(length: number, seed: number): Uint32Array {
  const random = createRandom(seed)
  // A part of a larger array, as the index hands them over.
  const all = Uint32Array.from({ length: length + 3 }, () => random.below(2 ** 16) * 2 ** 16 + random.below(2 ** 16))
  return all.subarray(1, length + 1)
}

const at = (array: Uint32Array, i: number) => array[i] ?? 0
const onesIn = (word: number): number => (word === 0 ? 0 : (word & 1) + onesIn(word >>> 1))
const countOneByOne = (one: Uint32Array, other: Uint32Array) =>
  one.reduce((sum, word, i) => sum + onesIn((word & at(other, i)) >>> 0), 0)

describe('arrays of bits', () => {
  it.each(LENGTHS)(
    'of %i words are counted, united, intersected and subtracted like one by one, bit by bit',
    (length) => {
      const one = words(length, length)
      const before = one.slice()
      const others = [words(length, 1), words(Math.floor(length / 2), 2), words(0, 3)]
      const kept = others.map((other) => other.slice())

      for (const other of [...others, one, words(length + 9, 4)])
        expect(countShared(one, other)).toBe(countOneByOne(before, other))
      expect(one).toEqual(before)

      const united = one.slice()
      for (const other of others) unite(united, other)
      expect(united).toEqual(before.map((word, i) => others.reduce((all, other) => all | at(other, i), word)))

      const rest = one.slice()
      for (const other of others) subtract(rest, other)
      expect(rest).toEqual(before.map((word, i) => others.reduce((left, other) => left & ~at(other, i), word)))

      const shared = new Uint32Array(length + 5).fill(7)
      intersect(one, others.slice(0, 2), shared)
      const expected = before.map((word, i) => word & at(kept[0] ?? before, i) & at(kept[1] ?? before, i))
      expect(shared.subarray(0, length)).toEqual(expected)
      expect([...shared.subarray(length)]).toEqual([0, 0, 0, 0, 0])
      intersect(one, others, one)
      expect(one).toEqual(new Uint32Array(length))
      expect(others).toEqual(kept)
    },
  )

  it('share something wherever it is, and nothing when they do not', () => {
    const [memory, length] = [new BitMemory(), 3 * WORDS_AT_ONCE]
    memory.reserve(2 * length)
    const end = length * Uint32Array.BYTES_PER_ELEMENT
    const sharesAny = (one: Uint32Array, other: Uint32Array) => {
      memory.put(one, 0, length)
      memory.put(other, length, length)
      return memory.loops.shareAny(0, end, end)
    }
    const [odd, even] = [0x5555_5555, 0xaaaa_aaaa].map((word) => new Uint32Array(length).fill(word)) as [
      Uint32Array,
      Uint32Array,
    ]
    expect([sharesAny(odd, even), sharesAny(even, even)]).toEqual([0, 1])
    for (let bit = 0; bit < 32 * length; bit += 1) {
      const one = new Uint32Array(length)
      one[bit >>> 5] = 1 << (bit & 31)
      expect([sharesAny(one, odd), sharesAny(even, one)], `bit ${bit}`).toEqual(bit % 2 === 0 ? [1, 0] : [0, 1])
    }
  })

  it('have nothing left over of larger ones before them', () => {
    unite(new Uint32Array(5000).fill(2 ** 32 - 1), new Uint32Array(5000).fill(2 ** 32 - 1))
    expect(countShared(Uint32Array.of(1), Uint32Array.of())).toBe(0)
    expect(countShared(Uint32Array.of(1), Uint32Array.of(3))).toBe(1)
    const one = Uint32Array.of(1)
    unite(one, Uint32Array.of())
    expect(one).toEqual(Uint32Array.of(1))
  })

  it('stay whole when larger ones need more memory while they are held', () => {
    const small = words(40, 5)
    const before = small.slice()
    const sum = () => countShared(small, small)
    const counted = sum()
    for (let length = 200_000; length <= 800_000; length *= 2) {
      const large = new Uint32Array(length).fill(2 ** 32 - 1)
      expect([countShared(large, large), countShared(large, small)]).toEqual([32 * length, counted])
      unite(small, small)
      expect(small).toEqual(before)
      expect(sum()).toBe(counted)
    }
  })
})
