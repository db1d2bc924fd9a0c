import { expect, test } from 'vitest'
import { POPULAR_MANUALS, searchManuals } from './manuals.ts'

test('manuals are found by the words of their name, and all are shown for a blank search', () => {
  expect(searchManuals(POPULAR_MANUALS, 'laserjet m404').map(({ name }) => name)).toEqual([
    'HP LaserJet Pro M404dn User Guide',
  ])
  expect(searchManuals(POPULAR_MANUALS, ' ')).toHaveLength(6)
  expect(searchManuals(POPULAR_MANUALS, 'typewriter')).toEqual([])
})
