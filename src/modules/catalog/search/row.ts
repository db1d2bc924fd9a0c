import { fold } from '../domain/words.ts'
import type { SearchFields } from '../persistence/product.repository.ts'

/** The fields of one product in the index: enough to filter, sort and find it, but not to show it. */
export interface Row {
  readonly id: number
  /** Its slot in the word index; a product whose words change gets a new one. */
  slot: number
  readonly name: string
  readonly sortName: string
  readonly brand: string
  readonly category: string
  readonly priceCents: number
  readonly isFeatured: boolean
  readonly isBusinessProduct: boolean
  readonly isBestseller: boolean
  readonly rating: number
  /** Changed by sales and small edits. No stored order depends on these three fields, so they change in place. */
  inStock: boolean
  stockQuantity: number
  /** When it was last edited, in ms. */
  updatedAt: number
  /** A hash of the words, to detect a change without storing them. */
  readonly wordsHash: number
}

/** Interns brands and categories, because many products share a few of them. */
const shared = new Map<string, string>()
function share(text: string): string {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size > 10_000) shared.clear()
  shared.set(text, text)
  return text
}

export function rowOf(fields: SearchFields): Row {
  return {
    id: fields.id,
    slot: -1,
    name: fields.name,
    sortName: fold(fields.name),
    brand: share(fields.brand),
    category: share(fields.category),
    priceCents: fields.priceCents,
    isFeatured: fields.isFeatured,
    isBusinessProduct: fields.isBusinessProduct,
    isBestseller: fields.tags.includes('bestseller'),
    rating: fields.rating,
    inStock: fields.inStock,
    stockQuantity: fields.stockQuantity,
    updatedAt: fields.updatedAt.getTime(),
    wordsHash: hashOf([
      fields.name,
      fields.sku ?? '',
      fields.brand,
      fields.category,
      ...fields.tags,
      ...fields.features,
    ]),
  }
}

/** Whether two rows are equal in everything that sorts or finds them. */
export function isSameButStock(a: Row, b: Row): boolean {
  return (
    a.wordsHash === b.wordsHash &&
    a.name === b.name &&
    a.priceCents === b.priceCents &&
    a.rating === b.rating &&
    a.isFeatured === b.isFeatured &&
    a.isBestseller === b.isBestseller &&
    a.isBusinessProduct === b.isBusinessProduct
  )
}

/** FNV-1a over the texts, with a separator after each. */
function hashOf(texts: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193)
  }
  return hash
}
