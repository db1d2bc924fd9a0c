import { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import { readSpecifications } from './specifications-text.ts'
import type { DraftField, ProductDraft } from './product-draft.ts'

export type FieldErrors = Partial<Record<DraftField, string>>

/** Checks what would be sent by the contract: the first message per field; empty when all is well. */
export function checkProduct(draft: ProductDraft, body: object, isNew: boolean): FieldErrors {
  const errors: FieldErrors = {}
  const specifications = readSpecifications(draft.specifications)
  if (!specifications.ok) errors.specifications = specifications.message
  const checked = (isNew ? CreateProductBody : UpdateProductBody).safeParse(body)
  for (const issue of checked.error?.issues ?? []) {
    const field = issue.path[0] as DraftField
    errors[field] ??= /price/i.test(field) ? 'Enter a price like 1299.00' : issue.message
  }
  return errors
}
