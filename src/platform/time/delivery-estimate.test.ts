import { describe, expect, it } from 'vitest'
import { estimateDelivery } from './delivery-estimate.ts'

const at = (time: string) => estimateDelivery(new Date(time))

describe('the delivery estimate', () => {
  it('of express is one to two business days after processing', () => {
    expect(estimateDelivery(new Date('2026-11-02T19:59:00Z'), 'express')).toEqual({
      orderBy: '2026-11-02',
      isToday: true,
      earliest: '2026-11-03',
      latest: '2026-11-05',
    })
    expect(estimateDelivery(new Date('2026-11-25T22:00:00Z'), 'express')).toMatchObject({
      orderBy: '2026-11-27',
      earliest: '2026-11-30',
      latest: '2026-12-02',
    })
  })

  it('counts the day of an order before 2 PM in the shop’s time zone', () => {
    expect(at('2026-11-02T19:59:00Z')).toEqual({
      orderBy: '2026-11-02',
      isToday: true,
      earliest: '2026-11-05',
      latest: '2026-11-13',
    })
  })

  it('begins with the next business day from 2 PM on', () => {
    expect(at('2026-11-02T20:00:00Z')).toEqual({
      orderBy: '2026-11-03',
      isToday: false,
      earliest: '2026-11-06',
      latest: '2026-11-16',
    })
    expect(at('2026-11-06T23:00:00Z').orderBy).toBe('2026-11-09')
  })

  it('begins with Monday on a weekend, and with the next business day on a holiday', () => {
    expect(at('2026-11-22T15:00:00Z')).toEqual({
      orderBy: '2026-11-23',
      isToday: false,
      earliest: '2026-11-27',
      latest: '2026-12-04',
    })
    expect(at('2026-11-26T15:00:00Z').orderBy).toBe('2026-11-27')
  })

  it('skips Christmas and New Year', () => {
    expect(at('2026-12-23T15:00:00Z')).toEqual({
      orderBy: '2026-12-23',
      isToday: true,
      earliest: '2026-12-29',
      latest: '2027-01-06',
    })
  })

  it('keeps 2 PM when the clocks change', () => {
    // In winter 2 PM is 20:00 UTC, in summer 19:00.
    expect(at('2026-03-06T19:30:00Z').isToday).toBe(true)
    expect(at('2026-03-09T18:59:00Z').isToday).toBe(true)
    expect(at('2026-03-09T19:30:00Z').isToday).toBe(false)
  })

  it('holds the 7 days after which an order is expected', () => {
    const { earliest, latest } = at('2026-10-19T15:00:00Z')
    expect([earliest, latest]).toEqual(['2026-10-22', '2026-10-29'])
    expect('2026-10-26' >= earliest && '2026-10-26' <= latest).toBe(true)
  })
})
