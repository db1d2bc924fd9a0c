import { ROLE_LABELS, type StaffRole } from '#contracts/staff-roles'
import { categoryLabel } from '../../lib/categories.ts'
import { formatPrice } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { priceRuleWords } from '../../lib/price-rule-words.ts'

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
  mode: 'What the rows do',
  key: 'Products are found by',
}
const PRICES = new Set(['price', 'originalPrice', 'refund', 'amount'])
/** Steps of orders and returns, and what becomes of products: one plain word each. */
const CAPITALIZED = new Set(['status', 'state'])
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Choices that are stored by a name of the code. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { create: 'add new products only', upsert: 'add and update' },
  emptyCells: { keep: 'keep what the product has', clear: 'clear the field' },
  key: { sku: 'SKU', gtin: 'EAN', name: 'brand and name' },
  whenLeft: { keep: 'stay as they are', 'sold-out': 'are sold out' },
}

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
  if (ISO_TIME.test(value)) return formatShopTime(value)
  if (field === 'category') return categoryLabel(value)
  if (field === 'fields') return value.split(', ').map(fieldWords).join(', ')
  if (field === 'priceRule') return priceRuleOf(value) ?? value
  if (field === 'role') return ROLE_LABELS[value as StaffRole]?.name ?? value
  if (PRICES.has(field) && /^\d+\.\d\d$/.test(value)) return formatPrice(value)
  const choice = CHOICES[field]?.[value]
  if (choice !== undefined) return choice
  if (CAPITALIZED.has(field)) return value.charAt(0).toUpperCase() + value.slice(1)
  return partsOf(value) ?? value
}

/** A list, or names with their values, as the log keeps them, in words; null for any other text. */
function partsOf(value: string): string | null {
  if (!value.startsWith('[') && !value.startsWith('{')) return null
  const isCut = value.endsWith('…')
  // A long one was cut somewhere: up to the last part that is whole.
  const whole = isCut ? `${value.slice(0, value.lastIndexOf(',"'))}${value.startsWith('[') ? ']' : '}'}` : value
  try {
    const parts = JSON.parse(whole) as readonly unknown[] | Readonly<Record<string, unknown>>
    const words = Array.isArray(parts) ? parts : Object.entries(parts).map(([name, each]) => `${name}: ${each}`)
    return `${words.join(', ')}${isCut ? ', …' : ''}`
  } catch {
    return null
  }
}

/** The rule of a supplier as the log keeps it, in words. */
function priceRuleOf(json: string): string | null {
  try {
    const { base, permille, rounding } = JSON.parse(json) as Record<string, unknown>
    if ((base !== 'cost' && base !== 'list') || typeof permille !== 'number') return null
    if (rounding !== 'cent' && rounding !== 'ending-99' && rounding !== 'dollar') return null
    return priceRuleWords({ base, percent: permille / 10, rounding })
  } catch {
    return null
  }
}
