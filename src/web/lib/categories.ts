import type { CreateProductBody } from '#contracts/admin'

type Category = NonNullable<CreateProductBody['category']>

const LABELS: Readonly<Record<Category, string>> = {
  printers: 'Printers',
  'photo-printers': 'Photo Printers',
  scanners: 'Scanners',
  'pos-systems': 'POS Systems',
  'barcode-scanners': 'Barcode Scanners',
  'business-solutions': 'Business Solutions',
  supplies: 'Supplies',
}

/** The shop's categories (specification 2, section 3), for a select. */
export const CATEGORY_OPTIONS = Object.entries(LABELS).map(([value, label]) => ({ value, label }))

export function categoryLabel(category: string): string {
  return CATEGORY_OPTIONS.find(({ value }) => value === category)?.label ?? category
}
