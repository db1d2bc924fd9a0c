import type { DraftField, ProductDraft } from './product-draft.ts'

export interface EditorSection {
  readonly id: string
  readonly title: string
  readonly fields: readonly DraftField[]
}

const SUPPLY: EditorSection = { id: 'supply', title: 'Supply', fields: ['fits', 'pageYield', 'supplyColor'] }
const ALWAYS: readonly EditorSection[] = [
  { id: 'basics', title: 'Name and category', fields: ['name', 'brand', 'category', 'sku'] },
  {
    id: 'selling',
    title: 'Price and stock',
    fields: ['price', 'originalPrice', 'stockQuantity', 'inStock', 'isFeatured', 'isBusinessProduct', 'tags'],
  },
  { id: 'text', title: 'Description and features', fields: ['description', 'features'] },
  { id: 'pictures', title: 'Pictures', fields: ['image', 'images'] },
  { id: 'facts', title: 'Technical data', fields: ['specifications'] },
]

/** The parts of the form. What was typed about a supply stays in view when the category is another one for a moment. */
export function sectionsOf(draft: ProductDraft): readonly EditorSection[] {
  const isSupply = draft.category === 'supplies' || SUPPLY.fields.some((field) => draft[field] !== '')
  return isSupply ? [...ALWAYS, SUPPLY] : ALWAYS
}
