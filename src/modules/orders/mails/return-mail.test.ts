import { expect, it } from 'vitest'
import { RETURN_STATUSES, type OrderReturn } from '../domain/order-return.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { returnMail } from './return-mail.ts'

const now = new Date('2026-03-01T18:00:00.000Z')
const lines = [{ productId: 1, productName: 'HP DeskJet 4155e', sku: null, image: '', quantity: 2, priceCents: 9_900 }]
const order = newOrder(aPurchase(), lines, {
  id: 100_001,
  now,
  reviewMinutes: 60,
  releaseAboveCents: 1_000_000,
  expressShippingCents: null,
})

it.each(RETURN_STATUSES)('a mail about a return that is %s says that something comes back only while it does', (to) => {
  const asked: OrderReturn = {
    number: 100_001,
    status: to,
    lines: [{ lineNumber: 1, quantity: 1, reason: 'defective', isUnopened: false }],
    note: null,
    steps: [{ status: to, at: now, message: null }],
    refundCents: null,
  } as unknown as OrderReturn
  const { text } = returnMail({ ...order, returns: [asked] }, asked, to, { publicUrl: null })
  const isOff = to === 'declined' || to === 'withdrawn'
  expect(text).toContain(isOff ? 'What you wanted to return' : 'What comes back')
  expect(text).toContain('- 1 x HP DeskJet 4155e')
})
