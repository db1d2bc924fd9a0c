import { describe, expect, it } from 'vitest'
import { attemptsFor, searchedMeanings, searchesWithoutRarest } from './search-attempts.ts'

describe('when nothing has all words of a search', () => {
  it.each([
    ['shipping labels 4x6', [1, 2, 9], ['label 4x6', 'label']],
    ['printer ribbon', [50, 2], ['ribbon']],
    ['ink for a printer', [9, 50], ['ink']],
    // What no product has at all goes first, though it is the thing.
    ['blue stickers roll', [5, 3, 0], ['blue sticker', 'blue']],
    ['quiet laser', [2, 40], ['laser']],
    // With one of them nothing would be found.
    ['quux zzzz laser', [0, 0, 3], ['laser']],
    // A customer who names a model wants that one.
    ['gx3573 wifi', [1, 40], ['gx3573']],
    ['wifi gx3573 fast', [40, 3, 9], ['wifi gx3573', 'gx3573']],
    ['gx3573 wifi', [0, 40], ['wifi']],
    ['gx3573 wifi', [30, 40], ['wifi']],
    ['600dpi wifi', [2, 40], ['wifi']],
    ['printer', [0], []],
  ])('of "%s" what the thing is goes last, and before it the rarest', (search, counts, expected) => {
    expect([...searchesWithoutRarest(search, searchedMeanings(search), counts)]).toEqual(expected)
  })
})

it('looks for twelve words at most, however many parts of letters and digits one has', () => {
  const longest = Math.max(...[...attemptsFor('a1b2c3d4e5f6g7h8')].map(({ words }) => words.length))
  expect(longest).toBe(12)
})
