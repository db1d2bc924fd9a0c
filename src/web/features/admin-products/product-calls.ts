import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { api, ApiError } from '../../lib/api-client.ts'
import { apiOnce } from '../../lib/api-once.ts'

/** What the calls answer with: 409 when somebody else edited the product since the form was opened. */
export const EDITED_MEANWHILE = 'EDITED_MEANWHILE'

/** @throws ApiError 400 with the fields that are wrong, 409 when the SKU is taken */
export function createProduct(body: CreateProductBody): Promise<Product> {
  return apiOnce('/api/admin/products', body)
}

/** @throws ApiError 409 EDITED_MEANWHILE, 409 when the stock cannot be changed by the difference */
export function updateProduct(id: number, body: UpdateProductBody): Promise<Product> {
  return api(`/api/admin/products/${id}`, { method: 'PUT', body })
}

/** Somebody else has given a field another value since it was opened. */
export class FieldEdited extends Error {
  override readonly name = 'FieldEdited'
  /** The product as it is now. */
  readonly current: Product

  constructor(current: Product) {
    super('Somebody else changed it meanwhile.')
    this.current = current
  }
}

/**
 * Saves one field of a product. Somebody else's edit of another field does not hold it up.
 * @throws FieldEdited @throws ApiError
 */
async function updateField(
  opened: Product,
  field: 'price' | 'stockQuantity',
  body: UpdateProductBody,
): Promise<Product> {
  try {
    return await updateProduct(opened.id, { ...body, updatedAtWas: opened.updatedAt })
  } catch (error) {
    if (!(error instanceof ApiError) || error.body?.code !== EDITED_MEANWHILE) throw error
    const current = await readProduct(opened.id)
    // An earlier try was made, and its answer was lost on the way.
    if (Number(current[field]) === Number(body[field])) return current
    if (current[field] !== opened[field]) throw new FieldEdited(current)
    return updateProduct(opened.id, { ...body, updatedAtWas: current.updatedAt })
  }
}

/** @throws FieldEdited @throws ApiError */
export function savePrice(opened: Product, price: string): Promise<Product> {
  return updateField(opened, 'price', { price })
}

/**
 * What is set to nothing must not sell on as made to order, and what comes in is for sale again, unless it has no price.
 * @throws FieldEdited @throws ApiError
 */
export function saveStock(opened: Product, stockQuantity: number): Promise<Product> {
  const inStock = stockQuantity > 0
  return updateField(opened, 'stockQuantity', {
    stockQuantity,
    stockQuantityWas: opened.stockQuantity,
    ...(inStock !== opened.inStock && !(inStock && Number(opened.price) === 0) && { inStock }),
  })
}

/** The product as the shop has it now. */
export function readProduct(id: number): Promise<Product> {
  return api(`/api/products/${id}`, { headers: { 'Cache-Control': 'no-cache' } })
}

/** The same; null when it cannot be read. */
export async function tryReadProduct(id: number): Promise<Product | null> {
  try {
    return await readProduct(id)
  } catch {
    return null
  }
}
