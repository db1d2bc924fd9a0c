import { describe, expect, it } from 'vitest'
import { bestSellers, salesIn, type OrderToSum } from './sales.ts'

const order = (changes: Partial<OrderToSum> = {}): OrderToSum => ({
  _id: 100_001,
  status: 'pending',
  createdAt: new Date('2026-03-14T23:59:59.999Z'),
  totalCents: 10_692,
  items: [{ productId: 7, productName: 'HP DeskJet 4155e', quantity: 2, priceCents: 4_950 }],
  ...changes,
})

describe('the sums of orders', () => {
  it.each([
    ['in winter', '2026-11-28T05:59:59.999Z', '2026-11-27'],
    ['in winter, a moment later', '2026-11-28T06:00:00.000Z', '2026-11-28'],
    ['before the clocks go back', '2026-11-01T04:59:59.999Z', '2026-10-31'],
    ['on the day of 25 hours', '2026-11-02T05:59:59.999Z', '2026-11-01'],
    ['before the clocks go forward', '2027-03-14T05:59:59.999Z', '2027-03-13'],
    ['on the day of 23 hours', '2027-03-15T04:59:59.999Z', '2027-03-14'],
    ['after it', '2027-03-15T05:00:00.000Z', '2027-03-15'],
  ])('have an order on the day that the shop had %s', (_when, createdAt, day) => {
    expect(salesIn([order({ createdAt: new Date(createdAt) })]).byDay).toMatchObject([{ day, orders: 1 }])
  })

  it('take an order from the day of UTC that it was added to by earlier versions', () => {
    const evening = { createdAt: new Date('2026-11-28T01:00:00Z'), summedAs: 'pending' } as const
    const line = { productId: 7, productName: 'HP DeskJet 4155e' }
    expect(salesIn([order(evening)])).toEqual({
      byDay: [
        { day: '2026-11-28', status: 'pending', orders: -1, totalCents: -10_692 },
        { day: '2026-11-27', status: 'pending', orders: 1, totalCents: 10_692 },
      ],
      byProduct: [
        { ...line, day: '2026-11-28', quantity: -2, revenueCents: -9_900 },
        { ...line, day: '2026-11-27', quantity: 2, revenueCents: 9_900 },
      ],
    })
    expect(salesIn([order({ ...evening, summedDay: '2026-11-27' })])).toEqual({ byDay: [], byProduct: [] })
  })

  it('add up a new order by its day, state and products', () => {
    expect(salesIn([order(), order({ _id: 100_002 })])).toEqual({
      byDay: [{ day: '2026-03-14', status: 'pending', orders: 2, totalCents: 21_384 }],
      byProduct: [
        {
          day: '2026-03-14',
          productId: 7,
          productName: 'HP DeskJet 4155e',
          quantity: 4,
          revenueCents: 19_800,
        },
      ],
    })
  })

  it('move an order that was added before to its new state, and leave what it sold', () => {
    expect(salesIn([order({ status: 'shipped', summedAs: 'pending' })])).toEqual({
      byDay: [
        { day: '2026-03-14', status: 'pending', orders: -1, totalCents: -10_692 },
        { day: '2026-03-14', status: 'shipped', orders: 1, totalCents: 10_692 },
      ],
      byProduct: [],
    })
  })

  it('take back what a canceled order sold, and never count what was canceled before', () => {
    expect(salesIn([order({ status: 'cancelled', summedAs: 'pending' })]).byProduct).toMatchObject([
      { productId: 7, quantity: -2, revenueCents: -9_900 },
    ])
    expect(salesIn([order({ status: 'cancelled' })]).byProduct).toEqual([])
  })

  it('change nothing for an order that is in them as it is', () => {
    expect(salesIn([order({ summedAs: 'pending' })])).toEqual({ byDay: [], byProduct: [] })
    expect(salesIn([])).toEqual({ byDay: [], byProduct: [] })
  })

  it('name a product as it was sold last', () => {
    const renamed = { productId: 7, productName: 'HP DeskJet 4155e+', quantity: 1, priceCents: 4_950 }
    expect(salesIn([order(), order({ items: [renamed] })]).byProduct).toMatchObject([
      { productName: 'HP DeskJet 4155e+', quantity: 3 },
    ])
  })
})

it('the best sellers are those of most pieces over all days, then of most money, named as they were sold last', () => {
  const sold = (productId: number, quantity: number, revenueCents: number, productName = 'Printer') => {
    return { productId, productName, quantity, revenueCents }
  }
  const parts = [
    [sold(1, 3, 10, 'Former'), sold(2, 4, 50), sold(3, 5, 10)],
    [sold(1, 2, 20), sold(2, 1, 0), sold(4, 0, 0)],
    [sold(3, -5, -10)],
  ]
  expect(bestSellers(parts, 9)).toEqual([sold(2, 5, 50), sold(1, 5, 30)])
  expect(bestSellers(parts, 1)).toEqual([sold(2, 5, 50)])
})
