import { createElement } from 'react'
import { renderToString } from 'react-dom/server.edge'
import { describe, expect, test } from 'vitest'
import { countdown, timelineOf, type OrderStatus } from './order-status.ts'
import { StatusBadge } from './status-badge.tsx'

const lit = (status: OrderStatus) =>
  timelineOf(status)
    .filter((step) => step.isLit)
    .map((step) => step.title)
const labeled = (status: OrderStatus) =>
  timelineOf(status)
    .filter((step) => step.label !== null)
    .map(({ title, label }) => `${title}: ${label}`)

describe('the four steps of an order', () => {
  test('are lit as far as the order has come', () => {
    expect(lit('pending')).toEqual(['Order Placed'])
    expect(lit('processing')).toEqual(['Order Placed', 'Processing'])
    expect(lit('shipped')).toEqual(['Order Placed', 'Processing', 'Shipped'])
    expect(lit('delivered')).toEqual(['Order Placed', 'Processing', 'Shipped', 'Delivered'])
    expect(lit('cancelled')).toEqual(['Order Placed'])
  })

  test('say under the current one what is going on', () => {
    expect(labeled('pending')).toEqual([])
    expect(labeled('processing')).toEqual(['Processing: In Progress'])
    expect(labeled('shipped')).toEqual(['Shipped: In Transit'])
    expect(labeled('delivered')).toEqual(['Delivered: Completed'])
    expect(labeled('cancelled')).toEqual([])
  })

  test('have no current one once the order is cancelled', () => {
    expect(timelineOf('cancelled').some((step) => step.isCurrent)).toBe(false)
    expect(timelineOf('pending').findIndex((step) => step.isCurrent)).toBe(0)
  })
})

describe('the badge of a status', () => {
  const color = (status: OrderStatus, page: 'account' | 'tracking') =>
    /bg-(yellow|cyan|ok-wash|teal-wash|orange-wash|wash)/.exec(
      renderToString(createElement(StatusBadge, { status, page })),
    )?.[1]

  test.each([
    ['pending', 'wash', 'wash'],
    ['processing', 'yellow', 'yellow'],
    ['shipped', 'teal-wash', 'cyan'],
    ['delivered', 'ok-wash', 'ok-wash'],
    ['cancelled', 'orange-wash', 'teal-wash'],
  ] as const)('of a %s order is %s on the account and %s where it is tracked', (status, account, tracking) => {
    expect([color(status, 'account'), color(status, 'tracking')]).toEqual([account, tracking])
  })
})

describe('the time left to cancel', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  test.each([
    ['2026-11-21T12:59:07Z', '59:07'],
    ['2026-11-21T12:00:09Z', '0:09'],
    ['2026-11-21T14:05:00Z', '2:05:00'],
    ['2026-11-21T12:00:00Z', null],
    ['2026-11-21T11:00:00Z', null],
    ['no time', null],
    [null, null],
  ])('until %s is %j', (until, left) => {
    expect(countdown(until, now)).toBe(left)
  })
})
