import { describe, expect, it } from 'vitest'
import { SHOP_TIME_ZONE } from './delivery-estimate.ts'
import {
  businessDaysAfter,
  centralFieldText,
  centralTime,
  endOfDay,
  formatDay,
  isBusinessDay,
  readCentralFieldText,
} from './business-days.ts'

describe('business days', () => {
  it('are Monday to Friday', () => {
    const week = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08']
    expect(week.map(isBusinessDay)).toEqual([true, true, true, true, true, false, false])
  })

  it.each([
    ['New Year', '2026-01-01'],
    ['Martin Luther King Day', '2026-01-19'],
    ['Presidents Day', '2026-02-16'],
    ['Memorial Day', '2026-05-25'],
    ['Memorial Day on the last of May', '2027-05-31'],
    ['Juneteenth', '2026-06-19'],
    ['Independence Day, a Sunday, kept on Monday', '2027-07-05'],
    ['Labor Day', '2026-09-07'],
    ['Columbus Day', '2026-10-12'],
    ['Veterans Day', '2026-11-11'],
    ['Thanksgiving', '2026-11-26'],
    ['Christmas', '2026-12-25'],
    ['New Year on a Sunday, kept on Monday', '2034-01-02'],
  ])('leave out %s (%s)', (_name, day) => {
    expect(isBusinessDay(day)).toBe(false)
  })

  it.each([
    ['the Monday of May before the last', '2026-05-18'],
    ['the Friday after Thanksgiving', '2026-11-27'],
    ['the Friday before a holiday on a Saturday', '2026-07-03'],
    ['the second Monday of January', '2026-01-12'],
    ['the third Thursday of November', '2026-11-19'],
  ])('count %s (%s)', (_name, day) => {
    expect(isBusinessDay(day)).toBe(true)
  })

  it('after a day skip weekends, holidays and the end of the year', () => {
    expect(businessDaysAfter('2026-11-25', 0)).toBe('2026-11-25')
    expect(businessDaysAfter('2026-11-25', 1)).toBe('2026-11-27')
    expect(businessDaysAfter('2026-11-26', 0)).toBe('2026-11-27')
    expect(businessDaysAfter('2026-12-31', 1)).toBe('2027-01-04')
    expect(businessDaysAfter('2028-02-28', 1)).toBe('2028-02-29')
  })

  it('are named as people read them', () => {
    expect(formatDay('2026-11-27')).toBe('Fri, Nov 27')
    expect(formatDay('2027-05-02')).toBe('Sun, May 2')
  })
})

describe('the clock of Central time', () => {
  it('shows its own day and hour', () => {
    expect(centralTime(new Date('2027-01-01T05:59:00Z'))).toEqual({ day: '2026-12-31', hour: 23 })
    expect(centralTime(new Date('2027-01-01T06:00:00Z'))).toEqual({ day: '2027-01-01', hour: 0 })
  })

  it('follows daylight saving to the minute', () => {
    expect(centralTime(new Date('2026-03-08T07:59:59Z')).hour).toBe(1)
    expect(centralTime(new Date('2026-03-08T08:00:00Z')).hour).toBe(3)
    expect(centralTime(new Date('2026-11-01T06:59:59Z')).hour).toBe(1)
    expect(centralTime(new Date('2026-11-01T07:00:00Z')).hour).toBe(1)
    expect(centralTime(new Date('2026-11-01T08:00:00Z')).hour).toBe(2)
  })

  it('is that of the shop in the time zone database, every hour of twenty years', () => {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })
    const wrong: string[] = []
    for (let time = Date.UTC(2020, 0); time < Date.UTC(2040, 0); time += 3_600_000) {
      const { day, hour } = centralTime(new Date(time))
      const expected = shown.format(time)
      if (`${day} ${String(hour).padStart(2, '0')}:00` !== expected) wrong.push(expected)
    }
    expect(wrong).toEqual([])
  })
})

describe('the end of a day', () => {
  it.each([
    ['of the same day', '2026-11-22T12:00:00Z', 0, '2026-11-23T05:59:59.999Z'],
    ['of the day that the shop has, not that of UTC', '2026-11-22T03:00:00Z', 0, '2026-11-22T05:59:59.999Z'],
    ['days later', '2026-11-22T12:00:00Z', 30, '2026-12-23T05:59:59.999Z'],
    ['with a day of 23 hours between', '2026-03-01T05:30:00Z', 30, '2026-03-31T04:59:59.999Z'],
    ['with a day of 25 hours between', '2026-10-20T05:30:00Z', 30, '2026-11-20T05:59:59.999Z'],
  ])('is that %s', (_name, time, daysLater, expected) => {
    expect(endOfDay(new Date(time), daysLater).toISOString()).toBe(expected)
  })

  it('is followed by another day, on every day of three years', () => {
    for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2029, 0, 1); time += 7 * 3_600_000) {
      const end = endOfDay(new Date(time), 0)
      expect(centralTime(end)).toEqual({ day: centralTime(new Date(time)).day, hour: 23 })
      expect(centralTime(new Date(end.getTime() + 1)).hour).toBe(0)
    }
  })
})

describe("a day and time typed by the shop's clock", () => {
  it.each([
    ['2026-07-01T10:30', '2026-07-01T15:30:00.000Z'],
    ['2026-12-01T10:30', '2026-12-01T16:30:00.000Z'],
    ['2026-12-31T23:59', '2027-01-01T05:59:00.000Z'],
    ['2026-03-08T01:59', '2026-03-08T07:59:00.000Z'],
    ['2026-03-08T03:00', '2026-03-08T08:00:00.000Z'],
    ['2026-11-01T01:30', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T02:00', '2026-11-01T08:00:00.000Z'],
  ])('%s is %s, and shown again as it was typed', (text, time) => {
    expect(readCentralFieldText(text)?.toISOString()).toBe(time)
    expect(centralFieldText(new Date(time))).toBe(text)
  })

  it.each(['', '2026-12-01', '2026-13-01T10:00', '10:30'])('is none where nothing is said: %j', (text) => {
    expect(readCentralFieldText(text)).toBe(null)
  })
})
