import { ROLE_LABELS, type StaffRole } from '#contracts/staff-roles'
import { categoryLabel } from '../../lib/categories.ts'
import { formatPrice, formatTime } from '../../lib/format.ts'

/** Fields whose own name, taken apart, is not what the screens call them. */
const FIELDS: Readonly<Record<string, string>> = {
  sku: 'SKU',
  gtin: 'EAN or UPC',
  isFeatured: 'Featured product',
  isBusinessProduct: 'Business product',
  awaitsPrice: 'Waits for a price',
  fits: 'Fits these models',
  supplyColor: 'Prints',
  whenLeft: 'Products that left their list',
}
const PRICES = new Set(['price', 'originalPrice', 'refund', 'amount'])
/** Steps of orders and returns, and what becomes of products: one plain word each. */
const CAPITALIZED = new Set(['status', 'state'])
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What a field of the staff log is called: "stockQuantity" → "Stock quantity". */
export function fieldWords(field: string): string {
  const words =
    FIELDS[field] ?? field.replaceAll(/([a-z])([A-Z])/g, (_all, end, start) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value of the staff log as the other screens show it. */
export function valueWords(field: string, value: string): string {
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  if (ISO_TIME.test(value)) return formatTime(value)
  if (field === 'category') return categoryLabel(value)
  if (field === 'role') return ROLE_LABELS[value as StaffRole]?.name ?? value
  if (PRICES.has(field) && /^\d+\.\d\d$/.test(value)) return formatPrice(value)
  return CAPITALIZED.has(field) ? value.charAt(0).toUpperCase() + value.slice(1) : value
}
