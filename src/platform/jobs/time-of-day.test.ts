import { describe, expect, it } from 'vitest'
import { nextTimeOfDay } from './time-of-day.ts'

const next = (time: string, timeZone: string, after: string) =>
  nextTimeOfDay({ time, timeZone }, new Date(after)).toISOString()

describe('the next time of day', () => {
  it.each([
    ['today, when it is still to come', '03:30', 'UTC', '2026-11-22T03:29:59Z', '2026-11-22T03:30:00.000Z'],
    ['tomorrow, when it is now', '03:30', 'UTC', '2026-11-22T03:30:00Z', '2026-11-23T03:30:00.000Z'],
    ['in the next year', '00:00', 'UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
    ['of a place behind UTC', '22:00', 'America/Chicago', '2026-11-22T12:00:00Z', '2026-11-23T04:00:00.000Z'],
    ['of a place ahead of UTC', '01:00', 'Asia/Kolkata', '2026-11-22T20:00:00Z', '2026-11-23T19:30:00.000Z'],
    ['before the clocks change', '03:30', 'America/Chicago', '2026-03-07T00:00:00Z', '2026-03-07T09:30:00.000Z'],
    ['after the clocks change', '03:30', 'America/Chicago', '2026-03-08T01:00:00Z', '2026-03-08T08:30:00.000Z'],
    [
      'an hour later where it is left out',
      '02:30',
      'America/Chicago',
      '2026-03-08T00:00:00Z',
      '2026-03-08T08:30:00.000Z',
    ],
    ['once where it comes twice', '01:30', 'America/Chicago', '2026-11-01T00:00:00Z', '2026-11-01T06:30:00.000Z'],
    ['not the second time', '01:30', 'America/Chicago', '2026-11-01T06:30:00Z', '2026-11-02T07:30:00.000Z'],
  ])('is %s', (_name, time, timeZone, after, expected) => {
    expect(next(time, timeZone, after)).toBe(expected)
  })

  it('comes once a day through a whole year', () => {
    let at = new Date('2026-01-01T00:00:00Z')
    for (let day = 0; day < 365; day += 1) {
      const following = nextTimeOfDay({ time: '02:30', timeZone: 'America/Chicago' }, at)
      if (day > 0) expect(Math.abs(following.getTime() - at.getTime() - 24 * 3_600_000)).toBeLessThanOrEqual(3_600_000)
      at = following
    }
    expect(at.toISOString()).toBe('2026-12-31T08:30:00.000Z')
  })

  it.each(['3:30', '24:00', '12:60', '', 'noon'])('does not exist for "%s"', (time) => {
    expect(() => next(time, 'UTC', '2026-11-22T00:00:00Z')).toThrow(RangeError)
  })

  it('does not exist in a time zone that nobody knows', () => {
    expect(() => next('03:30', 'Texas/Stafford', '2026-11-22T00:00:00Z')).toThrow(RangeError)
  })
})
