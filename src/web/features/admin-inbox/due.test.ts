import { describe, expect, it } from 'vitest'
import { dueOf, nextOpenOf } from './due.ts'

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

describe('the next message that waits for an answer', () => {
  const entries = [
    { id: 'a', state: 'open' },
    { id: 'b', state: 'answered' },
    { id: 'c', state: 'open' },
  ] as const

  it('comes after the opened one, and from the beginning after the last', () => {
    expect(nextOpenOf(entries, 'a')).toBe('c')
    expect(nextOpenOf(entries, 'b')).toBe('c')
    expect(nextOpenOf(entries, 'c')).toBe('a')
  })

  it('is the first when the opened one is not in the list, and none when nothing else waits', () => {
    expect(nextOpenOf(entries, 'z')).toBe('a')
    expect(nextOpenOf(entries.slice(1), 'c')).toBeUndefined()
    expect(nextOpenOf([], 'a')).toBeUndefined()
  })
})
