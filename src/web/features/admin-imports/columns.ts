import type { Import, ImportField } from '#contracts/imports'

type Column = Import['columns'][number]

const LABELS: Readonly<Record<ImportField, string>> = {
  name: 'Product Name',
  sku: 'SKU',
  gtin: 'EAN or UPC',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  originalPrice: 'Original Price',
  stockQuantity: 'Stock Quantity',
  inStock: 'In stock',
  description: 'Description',
  specifications: 'Specifications',
  features: 'Features',
  image: 'Main Image',
  images: 'Images',
  tags: 'Tags',
  fits: 'Fits models',
  pageYield: 'Page yield',
  supplyColor: 'Supply color',
  isFeatured: 'Featured product',
  isBusinessProduct: 'Business product',
  priceUnit: 'Pieces per price',
  currency: 'Currency',
}

/** The fields that a column can fill, for a select. */
export const FIELD_OPTIONS = Object.entries(LABELS).map(([value, label]) => ({ value: value as ImportField, label }))

/** A field's name as the product form has it; other words stay as they are. */
export function fieldLabel(field: string): string {
  return (LABELS as Readonly<Record<string, string>>)[field] ?? field
}

/**
 * Gives a field to a column. A field is filled by one column only, so it is taken from the one that had it.
 * @returns the columns, and the header that lost the field
 */
export function assignField(
  columns: readonly Column[],
  header: string,
  field: ImportField | null,
): { readonly columns: readonly Column[]; readonly takenFrom: string | null } {
  const former =
    field === null ? undefined : columns.find((column) => column.field === field && column.header !== header)
  return {
    columns: columns.map((column) => {
      if (column.header === header) return { ...column, field }
      return column === former ? { ...column, field: null } : column
    }),
    takenFrom: former?.header ?? null,
  }
}

/** What the call takes: every column by its header. */
export function mappingOf(columns: readonly Column[]): Record<string, ImportField | null> {
  return Object.fromEntries(columns.map(({ header, field }) => [header, field]))
}

/** Headers of columns that go nowhere. */
export function unusedHeaders(columns: readonly Column[]): readonly string[] {
  return columns.flatMap(({ header, field }) => (field === null ? [header] : []))
}

export interface ColumnAdvice {
  /** Without it there is no import. */
  readonly problem: string | null
  readonly hints: readonly string[]
}

/** What a person should know about the chosen columns before going on. */
export function adviseOn(columns: readonly Column[], mode: Import['mode']): ColumnAdvice {
  const has = (field: ImportField) => columns.some((column) => column.field === field)
  const hints: string[] = []
  if (!has('price')) {
    hints.push(
      mode === 'create'
        ? 'No column is the price: the new products are not for sale until they have one.'
        : 'No column is the price: products that exist keep theirs, new ones are not for sale until they have one.',
    )
  }
  if (mode === 'upsert' && !has('sku'))
    hints.push('No column is the SKU: products are recognized by their brand and name.')
  if (mode === 'upsert' && has('sku') && !has('name'))
    hints.push('No column is the product name: products that exist are found by their SKU, new ones cannot be made.')
  return {
    problem: has('name') || (mode === 'upsert' && has('sku')) ? null : 'Choose the column that holds the product name.',
    hints,
  }
}
