import { afterEach, expect, it, vi } from 'vitest'
import type { Product } from '#contracts/catalog'
import { FieldEdited, savePrice, saveStock } from './product-calls.ts'

afterEach(() => vi.unstubAllGlobals())

const OPENED = { id: 7, price: '12.50', stockQuantity: 10, updatedAt: '2026-11-28T04:00:00.000Z' } as Product

/** A shop in which the product was changed since it was opened. */
function aShop(now: Partial<Product>): { readonly saved: object[] } {
  const saved: object[] = []
  const current = { ...OPENED, updatedAt: '2026-11-28T04:01:00.000Z', ...now }
  vi.stubGlobal('fetch', async (_path: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method !== 'PUT') return Response.json(current)
    const sent = JSON.parse(body ?? '') as { updatedAtWas: string }
    if (sent.updatedAtWas !== current.updatedAt)
      return Response.json({ code: 'EDITED_MEANWHILE', message: 'Look again.', requestId: 'r' }, { status: 409 })
    saved.push(sent)
    return Response.json({ ...current, ...sent })
  })
  return { saved }
}

it('a price that is saved once more, because the first answer was lost, is saved', async () => {
  const { saved } = aShop({ price: '15.00' })
  expect(await savePrice(OPENED, '15')).toMatchObject({ price: '15.00' })
  await expect(savePrice(OPENED, '16')).rejects.toBeInstanceOf(FieldEdited)
  expect(saved).toEqual([])
})

it('another field that was edited meanwhile does not hold a price up', async () => {
  aShop({ stockQuantity: 3 })
  expect(await savePrice(OPENED, '15')).toMatchObject({ price: '15' })
})

it.each([
  ['nothing is left', { inStock: true, stockQuantity: 10 }, 0, { inStock: false }],
  ['it comes in again', { inStock: false, stockQuantity: 0 }, 5, { inStock: true }],
  ['it comes in without a price', { inStock: false, stockQuantity: 0, price: '0.00' }, 5, {}],
  ['some are left', { inStock: true, stockQuantity: 10 }, 3, {}],
])('a stock is saved with whether it is for sale when %s', async (_case, before, stock, sale) => {
  const { saved } = aShop({ ...before, updatedAt: OPENED.updatedAt })
  await saveStock({ ...OPENED, ...before }, stock)
  expect(saved).toEqual([
    { stockQuantity: stock, stockQuantityWas: before.stockQuantity, updatedAtWas: OPENED.updatedAt, ...sale },
  ])
})
