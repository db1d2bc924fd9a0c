import type { FieldErrors, Resolver, ResolverResult } from 'react-hook-form'
import { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { createBody, updateBody, type ProductDraft } from './product-draft.ts'
import { readSpecifications } from './specifications-text.ts'

/** What is sent for the form; null when nothing was edited. */
export interface CheckedProduct {
  readonly body: CreateProductBody | UpdateProductBody | null
}

/**
 * Checks what would be sent by the contract.
 * @param getBase the product that is edited; null for a new one
 */
export function productResolver(getBase: () => Product | null): Resolver<ProductDraft, unknown, CheckedProduct> {
  return (draft): ResolverResult<ProductDraft, CheckedProduct> => {
    const base = getBase()
    const body = base === null ? createBody(draft) : updateBody(base, draft)
    const messages = new Map<string, string>()
    const specifications = readSpecifications(draft.specifications)
    if (!specifications.ok) messages.set('specifications', specifications.message)
    const issues =
      body === null ? [] : ((base === null ? CreateProductBody : UpdateProductBody).safeParse(body).error?.issues ?? [])
    for (const { path, message } of issues) {
      const field = String(path[0])
      if (!messages.has(field)) messages.set(field, /price/i.test(field) ? 'Enter a price like 1299.00' : message)
    }
    if (messages.size === 0) return { values: { body }, errors: {} }
    const errors = Object.fromEntries([...messages].map(([field, message]) => [field, { type: 'contract', message }]))
    return { values: {}, errors: errors as FieldErrors<ProductDraft> }
  }
}
