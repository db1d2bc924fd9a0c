import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { api } from '../../lib/api-client.ts'

/** What the calls answer with: 409 when somebody else edited the product since the form was opened. */
export const EDITED_MEANWHILE = 'EDITED_MEANWHILE'

/** @throws ApiError 400 with the fields that are wrong, 409 when the SKU is taken */
export function createProduct(body: CreateProductBody): Promise<Product> {
  return api('/api/admin/products', { method: 'POST', body })
}

/** @throws ApiError 409 EDITED_MEANWHILE, 409 when the stock cannot be changed by the difference */
export function updateProduct(id: number, body: UpdateProductBody): Promise<Product> {
  return api(`/api/admin/products/${id}`, { method: 'PUT', body })
}

export function deleteProduct(id: number): Promise<void> {
  return api(`/api/admin/products/${id}`, { method: 'DELETE' })
}

/** The product as the shop has it now. */
export function readProduct(id: number): Promise<Product> {
  return api(`/api/products/${id}`, { headers: { 'Cache-Control': 'no-cache' } })
}
