import type { Product } from '#contracts/catalog'
import type { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import { changedFields, rebase } from '../../lib/rebase.ts'
import { readSpecifications, specificationsText } from './specifications-text.ts'

/** A product as it stands in the form: texts as they were typed, one line per feature. */
export interface ProductDraft {
  readonly name: string
  readonly sku: string
  readonly description: string
  readonly brand: string
  readonly category: string
  readonly price: string
  readonly originalPrice: string
  readonly image: string
  readonly images: readonly string[]
  readonly specifications: string
  readonly features: string
  readonly tags: readonly string[]
  readonly stockQuantity: string
  readonly inStock: boolean
  readonly isFeatured: boolean
  readonly isBusinessProduct: boolean
  /** The models that a supply fits, one per line. */
  readonly fits: string
  readonly pageYield: string
  /** '' for what is no supply. */
  readonly supplyColor: string
}
export type DraftField = keyof ProductDraft

/** A new product before anything is typed (specification 2, section 7). */
export const EMPTY_DRAFT: ProductDraft = {
  name: '',
  sku: '',
  description: '',
  brand: '',
  category: 'printers',
  price: '',
  originalPrice: '',
  image: '',
  images: [],
  specifications: '',
  features: '',
  tags: [],
  stockQuantity: '10',
  inStock: true,
  isFeatured: false,
  isBusinessProduct: false,
  fits: '',
  pageYield: '',
  supplyColor: '',
}

export const FIELD_LABELS: Readonly<Record<DraftField, string>> = {
  name: 'Name',
  sku: 'SKU',
  description: 'Description',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  originalPrice: 'Original price',
  image: 'Main image',
  images: 'Images',
  specifications: 'Specifications',
  features: 'Features',
  tags: 'Tags',
  stockQuantity: 'Stock quantity',
  inStock: 'In stock',
  isFeatured: 'Featured product',
  isBusinessProduct: 'Business product',
  fits: 'Fits these models',
  pageYield: 'Page yield',
  supplyColor: 'Prints',
}

/** What the form of a product that is there opens with. */
export function draftOf(product: Product): ProductDraft {
  return {
    name: product.name,
    sku: product.sku ?? '',
    description: product.description,
    brand: product.brand,
    category: product.category,
    price: product.price,
    originalPrice: product.originalPrice ?? '',
    image: product.image,
    images: product.images,
    specifications: specificationsText(product.specifications),
    features: product.features.join('\n'),
    tags: product.tags,
    stockQuantity: String(product.stockQuantity),
    // What only waits for its price is ticked, because that is what it will be; unticked, it stays off sale.
    inStock: product.inStock || product.awaitsPrice === true,
    isFeatured: product.isFeatured,
    isBusinessProduct: product.isBusinessProduct,
    fits: (product.fits ?? []).join('\n'),
    pageYield: product.pageYield === undefined ? '' : String(product.pageYield),
    supplyColor: product.supplyColor ?? '',
  }
}

/** What the form opens with. @param product null for one that is being added */
export function openedDraft(product: Product | null): ProductDraft {
  return product === null ? EMPTY_DRAFT : draftOf(product)
}

/** Between the digits of "1,000" and "1 000", as spreadsheets write them. */
const GROUPING = /(?<=\d)[,\s](?=\d{3}(?!\d))/g

/** What is typed as stock, as a whole number; 0 for what is none (specification 2, section 5). */
export function readStock(text: string): number {
  const number = Number.parseInt(text.trim().replaceAll(GROUPING, ''), 10)
  return Number.isNaN(number) ? 0 : number
}

/** The values that the contract takes for the given fields. Specifications must have been read before. */
function bodyOf(draft: ProductDraft, fields: readonly DraftField[]): Record<string, unknown> {
  const read = readSpecifications(draft.specifications)
  const values: Record<DraftField, unknown> = {
    ...draft,
    sku: draft.sku.trim() || null,
    price: draft.price.trim(),
    originalPrice: draft.originalPrice.trim() || null,
    specifications: read.ok ? read.value : draft.specifications,
    features: linesOf(draft.features),
    stockQuantity: readStock(draft.stockQuantity),
    fits: [...new Set(linesOf(draft.fits))],
    pageYield: draft.pageYield.trim() === '' ? null : Number(draft.pageYield.replaceAll(/[\s,]/g, '')),
    supplyColor: draft.supplyColor || null,
  }
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A new product: everything that the form holds. Without a gallery it is the main image alone, which the server fills in. */
export function createBody(draft: ProductDraft): CreateProductBody {
  const fields = (Object.keys(draft) as DraftField[]).filter((field) => field !== 'images' || draft.images.length > 0)
  return bodyOf(draft, fields) as CreateProductBody
}

/**
 * An edited product: only what was edited, with the stock and the moment that the form was opened with, so that a sale
 * or somebody else's edit in between is not undone. Null when nothing was edited.
 */
export function updateBody(opened: Product, draft: ProductDraft): UpdateProductBody | null {
  const fields = changedFields(draftOf(opened), draft)
  if (fields.length === 0) return null
  return {
    ...(bodyOf(draft, fields) as UpdateProductBody),
    ...(fields.includes('stockQuantity') && { stockQuantityWas: opened.stockQuantity }),
    updatedAtWas: opened.updatedAt,
  }
}

/** A field with what stands in the shop now against what is in the form. */
export interface Difference {
  readonly field: DraftField
  readonly label: string
  readonly theirs: string
  readonly mine: string
}

/** My edits after somebody else has saved theirs. */
export interface RebasedDraft {
  /** The edits of this form upon what stands in the shop now: what they did not touch is as the other person left it. */
  readonly rebased: ProductDraft
  /** What both changed, to different values: one of them has to give way. */
  readonly contested: readonly Difference[]
  /** The names of what only they changed: it stays, whatever becomes of my edits. */
  readonly onlyTheirs: readonly string[]
  /** Whether the shop has all of my edits already. */
  readonly isSaved: boolean
}

/** My edits of a product on top of somebody else's. @param opened the product as it was when I began */
export function rebaseDraft(opened: ProductDraft, theirs: ProductDraft, mine: ProductDraft): RebasedDraft {
  const { fields, contested, isSaved } = rebase(opened, theirs, mine)
  const mineChanged = new Set(changedFields(opened, mine))
  return {
    rebased: fields,
    contested: contested.map((field) => ({
      field,
      label: FIELD_LABELS[field],
      theirs: inWords(theirs[field]),
      mine: inWords(mine[field]),
    })),
    onlyTheirs: changedFields(opened, theirs)
      .filter((field) => !mineChanged.has(field))
      .map((field) => FIELD_LABELS[field]),
    isSaved,
  }
}

/** A value as it is shown beside another. */
export function inWords(value: ProductDraft[DraftField]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : value.join(', ')
  return text === '' ? '(empty)' : text
}
