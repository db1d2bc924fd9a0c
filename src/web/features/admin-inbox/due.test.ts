import { describe, expect, it } from 'vitest'
import { dueOf } from './due.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const dueIn = (minutes: number) => ({ state: 'open' as const, dueAt: new Date(NOW + minutes * 60_000).toISOString() })

describe('an entry of the inbox', () => {
  it.each([
    [30, '30 minutes left'],
    [60, '1 hour left'],
    [47 * 60, '47 hours left'],
    [45 * 24 * 60, '45 days left'],
  ])('due in %i minutes has %s', (minutes, words) => {
    expect(dueOf(dueIn(minutes), NOW)).toEqual({ isOverdue: false, words })
  })

  it('is marked when the promised time is over', () => {
    expect(dueOf(dueIn(-150), NOW)).toEqual({ isOverdue: true, words: '2 hours overdue' })
  })

  it('owes nothing once it is answered or closed', () => {
    expect(dueOf({ ...dueIn(-150), state: 'answered' }, NOW)).toBeNull()
    expect(dueOf({ ...dueIn(-150), state: 'closed' }, NOW)).toBeNull()
  })
})
