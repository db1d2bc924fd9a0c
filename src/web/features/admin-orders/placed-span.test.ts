import { describe, expect, it } from 'vitest'
import { ANY_TIME, momentsOf, spanLabel, spanOf, withEnd } from './placed-span.ts'

/** 3:30 PM by the shop's clock, when it is the next day already in Tokyo. */
const now = new Date('2026-11-23T21:30:00.000Z')
const days = (from: string, to: string) => ({ placed: 'days', from, to })
/** In November and December the shop is six hours behind Greenwich, before it five. */
const midnight = (month: number, day: number, hours = '06') =>
  `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T${hours}:00:00.000Z`

describe('the days by which orders are listed', () => {
  it('count back from the day that it is at the shop, and ask the same from morning to night', () => {
    expect(momentsOf(ANY_TIME, now)).toEqual({})
    expect(momentsOf({ ...ANY_TIME, placed: 'today' }, now)).toEqual({ from: midnight(11, 23) })
    expect(momentsOf({ ...ANY_TIME, placed: 'week' }, now)).toEqual({ from: midnight(11, 17) })
    expect(momentsOf({ ...ANY_TIME, placed: 'month' }, now)).toEqual({ from: midnight(10, 25, '05') })
    const atNight = new Date('2026-11-24T05:59:00.000Z')
    expect(momentsOf({ ...ANY_TIME, placed: 'week' }, atNight)).toEqual({ from: midnight(11, 17) })
  })

  it('have the whole of the first and of the last one', () => {
    expect(momentsOf(days('2026-11-01', '2026-11-30'), now)).toEqual({
      from: midnight(11, 1, '05'),
      to: midnight(12, 1),
    })
    expect(momentsOf(days('2026-11-15', '2026-11-15'), now)).toEqual({ from: midnight(11, 15), to: midnight(11, 16) })
    expect(momentsOf(days('2026-11-15', ''), now)).toEqual({ from: midnight(11, 15) })
    expect(momentsOf(days('', '2026-11-15'), now)).toEqual({ to: midnight(11, 16) })
  })

  it.each(['', 'soon', '2026-13-01', '15.11.2026', '2026-11-15T10:00'])('leave out what is no day: %j', (text) => {
    expect(momentsOf(days(text, text), now)).toEqual({})
    expect(momentsOf({ ...ANY_TIME, placed: 'ever' }, now)).toEqual({})
  })

  it('stay in order: an end that is moved beyond the other one takes it along', () => {
    const span = days('2026-11-10', '2026-11-15')
    expect(withEnd(span, 'from', '2026-11-12')).toEqual(days('2026-11-12', '2026-11-15'))
    expect(withEnd(span, 'from', '2026-11-20')).toEqual(days('2026-11-20', '2026-11-20'))
    expect(withEnd(span, 'to', '2026-11-01')).toEqual(days('2026-11-01', '2026-11-01'))
    expect(withEnd(span, 'to', '')).toEqual(days('2026-11-10', ''))
  })

  it('keep the other end while a year is typed, of which a field gives every digit', () => {
    let span = days('2026-11-01', '')
    for (const typed of ['0002-11-15', '0020-11-15', '0202-11-15']) {
      span = withEnd(span, 'to', typed)
      expect(momentsOf(span, now)).toEqual({ from: midnight(11, 1, '05') })
    }
    expect(withEnd(span, 'to', '2026-11-15')).toEqual(days('2026-11-01', '2026-11-15'))
  })

  it('that a link names the wrong way round are turned', () => {
    const span = (link: string) => spanOf({ get: (name) => new URLSearchParams(link).get(name) ?? '' })
    expect(span('placed=days&from=2026-11-15&to=2026-11-01')).toEqual(days('2026-11-01', '2026-11-15'))
    expect(span('placed=days&from=2026-11-15&to=')).toEqual(days('2026-11-15', ''))
  })

  it('are named as people say them', () => {
    expect(spanLabel(ANY_TIME)).toBe(null)
    expect(spanLabel({ ...ANY_TIME, placed: 'week' })).toBe('Last 7 days')
    expect(spanLabel(days('2026-11-01', ''))).toBe('since Nov 1, 2026')
    expect(spanLabel(days('', '2026-11-15'))).toBe('until Nov 15, 2026')
    expect(spanLabel(days('2026-11-01', '2026-11-15'))).toMatch(/Nov 1\s–\s15, 2026/)
    expect(spanLabel(days('', ''))).toBe(null)
  })
})
