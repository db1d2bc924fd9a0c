import { expect, it } from 'vitest'
import { compareNames } from './compare-names.ts'

it('puts names in the order in which people look for them', () => {
  const inOrder = ['2 sheets', '10 sheets', 'apple', 'Bin 2', 'bin 10', 'École', 'edge', 'Ezra', 'Zoe']
  expect([...inOrder].reverse().toSorted(compareNames)).toEqual(inOrder)
  expect([...inOrder].sort().toSorted(compareNames)).toEqual(inOrder)
})

it('puts names that read alike in the same order every time', () => {
  for (const [one, other] of [
    ['Jam', 'jam'],
    ['Zoe', 'Zoë'],
    ['No 07', 'No 7'],
  ] as const)
    expect([one, other].toSorted(compareNames)).toEqual([other, one].toSorted(compareNames))
  expect(compareNames('Jam', 'Jam')).toBe(0)
})
