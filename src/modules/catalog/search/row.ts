import { fold } from '../domain/words.ts'
import type { ProductFacts } from '../persistence/product.repository.ts'

/** What the index holds of one product: enough to filter, sort and find it, and nothing to show. */
export interface Row {
  readonly id: number
  /** Its place in the word index; a product whose words change gets a new one. */
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
  /** What sales and small edits change; no order that is kept depends on it, so it changes in place. */
  inStock: boolean
  stockQuantity: number
  /** When it was last edited, in ms. */
  updatedAt: number
  /** Tells whether the words changed, without keeping them. */
  readonly wordsHash: number
}

/** Fifty thousand products share a few brands and categories: one string each. */
const shared = new Map<string, string>()
function share(text: string): string {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size > 10_000) shared.clear()
  shared.set(text, text)
  return text
}

export function rowOf(facts: ProductFacts): Row {
  return {
    id: facts.id,
    slot: -1,
    name: facts.name,
    sortName: fold(facts.name),
    brand: share(facts.brand),
    category: share(facts.category),
    priceCents: facts.priceCents,
    isFeatured: facts.isFeatured,
    isBusinessProduct: facts.isBusinessProduct,
    isBestseller: facts.tags.includes('bestseller'),
    rating: facts.rating,
    inStock: facts.inStock,
    stockQuantity: facts.stockQuantity,
    updatedAt: facts.updatedAt.getTime(),
    wordsHash: hashOf([facts.name, facts.sku ?? '', facts.brand, facts.category, ...facts.tags, ...facts.features]),
  }
}

/** Whether everything that sorts or finds a row is the same in both. */
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

/** FNV-1a over the texts, with a border after each. */
function hashOf(texts: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193)
  }
  return hash
}
