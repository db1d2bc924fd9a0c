import type { Product } from '#modules/catalog'
import { toDecimal } from '#platform/shared-kernel/money'
import { GTIN } from './decide-row.ts'
import { readGtin, readSpecifications } from './read-cells.ts'
import type { ImportField } from '../import.ts'

/**
 * The columns of an export: every field of a product that a price list can fill; our prices are for one piece, in
 * dollars. The category comes first because every product has one, and a row whose first words are "Total …" would be
 * read as the sums of a list.
 */
const COLUMNS: Readonly<Record<Exclude<ImportField, 'priceUnit' | 'currency'>, (product: Product) => string>> = {
  category: ({ category }) => category,
  brand: ({ brand }) => brand,
  sku: ({ sku }) => sku ?? '',
  name: ({ name }) => name,
  price: (product) => (isGivenAway(product) ? '' : toDecimal(product.priceCents)),
  originalPrice: ({ originalPriceCents }) => (originalPriceCents ? toDecimal(originalPriceCents) : ''),
  stockQuantity: (product) =>
    isGivenAway(product) && product.stockQuantity === 0 ? '' : String(product.stockQuantity),
  inStock: (product) => (isGivenAway(product) ? '' : String(product.inStock || product.awaitsPrice)),
  isFeatured: ({ isFeatured }) => String(isFeatured),
  isBusinessProduct: ({ isBusinessProduct }) => String(isBusinessProduct),
  description: ({ description }) => description,
  gtin: ({ specifications }) => gtinOf(specifications),
  specifications: ({ specifications }) => specificationsCell(specifications),
  features: ({ features }) => listCell(features),
  tags: ({ tags }) => listCell(tags),
  image: ({ image }) => image,
  images: ({ images }) => listCell(images),
  fits: ({ fits }) => listCell(fits),
  pageYield: ({ pageYield }) => (pageYield === null ? '' : String(pageYield)),
  supplyColor: ({ supplyColor }) => supplyColor ?? '',
}

export const EXPORTED_COLUMNS: readonly string[] = Object.keys(COLUMNS)

/** A product as a row of a price list that changes nothing when it is imported again and empty cells keep what is there. */
export function rowOfProduct(product: Product): string[] {
  return Object.values(COLUMNS).map((cellOf) => cellOf(product))
}

/** In stock without a price because staff want it so. A price list that names the price 0 would take it off sale. */
function isGivenAway({ priceCents, inStock }: Product): boolean {
  return priceCents === 0 && inStock
}

function gtinOf(specifications: Product['specifications']): string {
  if (typeof specifications === 'string') return ''
  const gtin = specifications[GTIN] ?? ''
  return readGtin(gtin) === gtin ? gtin : ''
}

function specificationsCell(specifications: Product['specifications']): string {
  if (typeof specifications === 'object')
    return Object.keys(specifications).length === 0 ? '' : JSON.stringify(specifications)
  return isReadAsItIs(specifications) ? specifications : JSON.stringify(specifications)
}

function isReadAsItIs(text: string): boolean {
  try {
    return readSpecifications(text) === text
  } catch {
    return false
  }
}

/** A value that has a pipe itself, or nothing in it, needs a list that says where it ends. */
function listCell(values: readonly string[]): string {
  const isPlain = values.every((value) => value !== '' && value === value.trim() && !value.includes('|'))
  return isPlain && !values[0]?.startsWith('[') ? values.join(' | ') : JSON.stringify(values)
}
