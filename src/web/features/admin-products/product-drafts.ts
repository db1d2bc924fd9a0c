import type { Product } from '#contracts/catalog'
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import type { TextStorage } from '../../lib/storage.ts'
import { EMPTY_DRAFT, openedDraft, type ProductDraft } from './product-draft.ts'

const KEY = 'staff-product-drafts'
const MAX_KEPT = 5

/** Edits of a product that were typed and not saved. */
export interface KeptDraft {
  /** What they were made upon, so that a colleague's newer edit is noticed; null for a product that is being added. */
  readonly product: Product | null
  readonly draft: ProductDraft
}

/**
 * The edits typed in this tab before it was reloaded, the latest first (specification 2, section 4: the gate shuts by
 * itself).
 */
export function keptDrafts(storage?: TextStorage): readonly KeptDraft[] {
  return readDraft(KEY, (stored) => (Array.isArray(stored) ? stored.filter(isKeptDraft) : null), storage) ?? []
}

/** Keeps the edits of a product in place of earlier ones; of more than five products those of longest ago go. */
export function saveProductDraft(kept: KeptDraft, storage?: TextStorage): void {
  saveDraft(KEY, [kept, ...othersThan(kept.product, storage)].slice(0, MAX_KEPT), storage)
}

/** The edits were saved or discarded. */
export function deleteProductDraft(product: Pick<Product, 'id'> | null, storage?: TextStorage): void {
  const others = othersThan(product, storage)
  if (others.length === 0) deleteDraft(KEY, storage)
  else saveDraft(KEY, others, storage)
}

/** The edits of this product, or those of one that is being added. */
export function draftFor(product: Pick<Product, 'id'> | null, kept: readonly KeptDraft[]): KeptDraft | undefined {
  return kept.find((each) => each.product?.id === product?.id)
}

function othersThan(product: Pick<Product, 'id'> | null, storage?: TextStorage): readonly KeptDraft[] {
  return keptDrafts(storage).filter((each) => each.product?.id !== product?.id)
}

/** What the form would open with; null where that much is not known of the product. */
function tryOpen(product: Product): object | null {
  try {
    return openedDraft(product)
  } catch {
    return null
  }
}

/** A tab may be older than the form: what has not every field of today is left out. */
function isKeptDraft(stored: unknown): stored is KeptDraft {
  if (typeof stored !== 'object' || stored === null || !('product' in stored) || !('draft' in stored)) return false
  const { product, draft } = stored
  if (typeof draft !== 'object' || draft === null) return false
  if (
    product !== null &&
    !(typeof product === 'object' && 'id' in product && typeof product.id === 'number' && 'name' in product)
  )
    return false
  return isDraft(draft) && (product === null || isDraft(tryOpen(product as Product)))
}

function isDraft(draft: object | null): boolean {
  if (draft === null) return false
  const typed = draft as Record<string, unknown>
  return Object.entries(EMPTY_DRAFT).every(
    ([field, value]) => typeof typed[field] === typeof value && Array.isArray(typed[field]) === Array.isArray(value),
  )
}
