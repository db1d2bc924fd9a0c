import { expect, it } from 'vitest'
import { changedItems } from './changed-items.ts'

it.each([
  ['["a","b"]', '["b","c","c"]', { removed: ['a'], added: ['c', 'c'] }],
  ['["a","b"]', '["b","a"]', { removed: [], added: [] }],
  ['["a"]', '[]', { removed: ['a'], added: [] }],
  [null, '["a"]', { removed: [], added: ['a'] }],
  [
    '{"Speed":"38 ppm","Weight":"9 kg"}',
    '{"Speed":"40 ppm","Weight":"9 kg"}',
    { removed: ['Speed: 38 ppm'], added: ['Speed: 40 ppm'] },
  ],
])('tells what became of the items of %s in %s', (before, after, changed) => {
  expect(changedItems(before, after)).toEqual(changed)
})

it.each([
  ['279.00', '249.00'],
  ['', null],
  [null, null],
  ['["a","b', '["a"]'],
  ['a text', '["a"]'],
])('leaves %s and %s as they are', (before, after) => {
  expect(changedItems(before, after)).toBeNull()
})
