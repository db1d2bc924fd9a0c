import { expect, it } from 'vitest'
import { whatComesNext } from './return-words.ts'

it('promises no refund where all was given back before', () => {
  const refunded = { status: 'refunded', isShippingFree: true } as const
  expect(whatComesNext({ ...refunded, refund: '12.00' })).toMatch(/^The refund is on its way/)
  expect(whatComesNext({ ...refunded, refund: '0.00' })).toMatch(/^Nothing more is due/)
})
