import { describe, expect, it } from 'vitest'
import type { StaffOrder } from '#contracts/staff-orders'
import { businessMsBetween, waitingOf } from './waiting.ts'

const HOUR = 3_600_000
/** A Wednesday. */
const now = Date.parse('2026-11-25T12:00-06:00')
const ago = (hours: number) => new Date(now - hours * HOUR).toISOString()
type Asked = Pick<StaffOrder, 'status' | 'history' | 'createdAt' | 'returns' | 'shippingMethod'>
const order = (status: StaffOrder['status'], hours: number, more: Partial<Asked> = {}) =>
  ({
    status,
    createdAt: ago(hours + 100),
    history: [{ from: null, to: status, actor: 'shop', person: null, at: ago(hours), reason: null }],
    returns: [],
    ...more,
  }) as unknown as StaffOrder
const aReturn = (status: string, hours: number) => ({ status, steps: [{ status, at: ago(hours), message: null }] })

describe('how long an order has waited', () => {
  it.each([
    ['pending', 5, '5 hours', false],
    ['pending', 25, '25 hours', true],
    ['processing', 47, '47 hours', false],
    ['processing', 49, '2 days', true],
    ['shipped', 8 * 24, '8 days', false],
    ['shipped', 10 * 24, '10 days', true],
  ] as const)('%s for %i hours: %s', (status, hours, words, isLate) => {
    const waiting = waitingOf(order(status, hours), now)
    expect([waiting?.words, waiting?.lateBecause !== null]).toEqual([words, isLate])
  })

  it('is late after two business days when it was shipped by express', () => {
    const express = (hours: number) =>
      waitingOf(order('shipped', hours, { shippingMethod: 'express' }), now)?.lateBecause
    expect(express(47)).toBe(null)
    expect(express(49)).toBe('Express shipping takes 1-2 business days')
  })

  it('counts from its last step and not from a change of its address', () => {
    const step = { from: 'pending', to: 'processing', actor: 'shop', person: null, at: ago(60), reason: null } as const
    const change = { ...step, from: 'processing', at: ago(1) } as const
    expect(waitingOf(order('processing', 0, { history: [step, change] }), now)).toMatchObject({ words: '2 days' })
    expect(waitingOf(order('pending', 0, { history: [], createdAt: ago(3) }), now)?.words).toBe('3 hours')
  })

  it('is nothing where nothing is left to do, but for a return that staff have to answer', () => {
    for (const status of ['delivered', 'cancelled'] as const) expect(waitingOf(order(status, 500), now)).toBe(null)
    const returned = (status: string, hours: number) => {
      const returns = [aReturn('declined', 300), aReturn(status, hours)] as unknown as StaffOrder['returns']
      return waitingOf(order('delivered', 500, { returns }), now)
    }
    expect(returned('requested', 3)).toEqual({ words: '3 hours', lateBecause: null })
    expect(returned('requested', 30)?.lateBecause).toContain('within one business day')
    expect(returned('received', 49)?.lateBecause).toContain('two business days')
    expect(returned('approved', 300)).toBe(null)
  })

  it('does not count weekends and bank holidays of the shop against it, wherever staff are', () => {
    const friday = Date.parse('2026-11-20T17:00-06:00')
    const monday = Date.parse('2026-11-23T09:00-06:00')
    expect(businessMsBetween(friday, monday)).toBe(16 * HOUR)
    expect(businessMsBetween(monday, friday)).toBe(0)
    expect(businessMsBetween(friday, friday + HOUR)).toBe(HOUR)
    const sundayNight = Date.parse('2026-11-22T23:00-06:00')
    expect(businessMsBetween(sundayNight, sundayNight + 2 * HOUR)).toBe(HOUR)
    const beforeThanksgiving = Date.parse('2026-11-25T23:00-06:00')
    expect(businessMsBetween(beforeThanksgiving, beforeThanksgiving + 26 * HOUR)).toBe(2 * HOUR)
    const history = [{ from: null, to: 'pending' as const, actor: 'shop', person: null, at: '', reason: null }]
    const placed = order('pending', 0, {
      history: history.map((entry) => ({ ...entry, at: new Date(friday).toISOString() })),
    })
    expect(waitingOf(placed, monday)?.lateBecause).toBe(null)
    expect(waitingOf(placed, monday + 9 * HOUR)?.lateBecause).not.toBe(null)
  })
})
