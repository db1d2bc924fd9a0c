import { describe, expect, it } from 'vitest'
import { searchKeysOf, searchTermsOf, type SearchedOrder } from './order-search.ts'

const address = {
  firstName: 'Zoë',
  lastName: 'O’Brien-Łukasz',
  address: '12 Paper Street',
  address2: null,
  city: 'Saint-Étienne',
  state: 'TX',
  zipCode: '77477-1234',
  country: 'US',
}
const order: SearchedOrder = {
  id: 100_001,
  customerName: 'Zoë O’Brien',
  customerEmail: 'zoe.o-brien@example.com',
  customerPhone: '+1 (281) 555-0142',
  trackingNumber: '1Z 999-AA1',
  shippingAddress: address,
  billingAddress: address,
  invoice: { number: 100_207 },
  returns: [{ number: 100_031 }, { number: 100_044 }],
  lines: [{ productId: 1, productName: 'HP LaserJet Pro', sku: 'HP-LJ/M404', image: '', quantity: 1, priceCents: 1 }],
}
const isFound = (text: string, among = order) => {
  const keys = searchKeysOf(among)
  return searchTermsOf(text).some((terms) => terms.every((term) => keys.some((key) => key.startsWith(term))))
}

describe('the search of orders', () => {
  it.each([
    ['#100001', 'ord-100001', '1000'],
    ['zoe', 'ZOË', 'Zoe obrien', "o'brien", 'o`brien', 'O’Brien-Lukasz'],
    ['zoe.o-brien@example.com', 'zoe.o', 'example.com', '@example'],
    ['+1 (281) 555-0142', '281-555', '2815550142', '1 281 555 0142'],
    ['saint etienne', 'Étienne', '77477', '77477-1234', '12 Paper Street, Saint-Étienne, TX 77477'],
    ['hp-lj/m404', 'HPLJM404', 'hp lj m404', 'laserjet zoe', 'hp-lj obrien'],
    ['1Z999AA1', '1z 999', '1Z-999'],
    ['INV-100207', 'inv 100207', 'inv100207', 'INV-#100207', 'zoe INV-1002'],
    ['RMA-100031', 'RMA-100044', 'rma #100044', 'rma'],
  ])('finds an order by %s, and by each other form of it', (...texts) => {
    expect(texts.filter((text) => !isFound(text))).toEqual([])
  })

  it.each(['zoe whitfield', '555-0142', 'brien-x', '.*', '$ne', '100002', 'INV-100001', 'RMA-100001', 'RMA-100207'])(
    'does not find it by %s',
    (text) => {
      expect(isFound(text)).toBe(false)
    },
  )

  it('reads an empty text as no search', () => {
    expect([searchTermsOf(''), searchTermsOf('  ')]).toEqual([[], []])
  })

  it('keeps the number and the length of keys and terms within bounds, what is asked most first', () => {
    const [line] = order.lines
    if (line === undefined) throw new Error('The order has a line.')
    const lines = Array.from({ length: 50 }, (_, i) => ({
      ...line,
      productName: `Word${i} ${'x'.repeat(300)}`,
      sku: `S-${i}`,
    }))
    const large = { ...order, lines }
    const keys = searchKeysOf(large)
    expect(keys).toHaveLength(60)
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThanOrEqual(40)
    expect(isFound('zoe 77477 s-3', large)).toBe(true)
    const terms = searchTermsOf(`${'y'.repeat(90)} ${Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ')}`)
    expect(terms.length).toBeLessThanOrEqual(4)
    for (const each of terms) expect(each.length).toBeLessThanOrEqual(8)
  })
})
