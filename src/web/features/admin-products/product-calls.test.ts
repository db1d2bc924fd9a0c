import { afterEach, expect, it, vi } from 'vitest'
import type { Product } from '#contracts/catalog'
import { FieldEdited, updateField } from './product-calls.ts'

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
  expect(await updateField(OPENED, 'price', { price: '15' })).toMatchObject({ price: '15.00' })
  await expect(updateField(OPENED, 'price', { price: '16' })).rejects.toBeInstanceOf(FieldEdited)
  expect(saved).toEqual([])
})

it('another field that was edited meanwhile does not hold a price up', async () => {
  aShop({ stockQuantity: 3 })
  expect(await updateField(OPENED, 'price', { price: '15' })).toMatchObject({ price: '15' })
})
