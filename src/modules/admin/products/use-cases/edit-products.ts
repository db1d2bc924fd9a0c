import type { CatalogModule, Product } from '#modules/catalog'
import type { Database } from '#platform/database/database'
import { toDecimal } from '#platform/shared-kernel/money'
import { changesBetween, type AuditLog } from '../../audit/audit.api.ts'
import type { StaffProducts } from '../products.api.ts'

/** The fields of a product that the log compares, with their names in the form. */
function comparedFields({ priceCents, originalPriceCents, ...product }: Product): Record<string, unknown> {
  const { sku, name, description, brand, category, image, images, specifications, features, tags } = product
  const { stockQuantity, inStock, awaitsPrice, isFeatured, isBusinessProduct, fits, pageYield, supplyColor } = product
  return {
    sku,
    name,
    description,
    brand,
    category,
    price: toDecimal(priceCents),
    originalPrice: originalPriceCents === null ? null : toDecimal(originalPriceCents),
    image,
    images,
    specifications,
    features,
    tags,
    stockQuantity,
    inStock,
    awaitsPrice,
    isFeatured,
    isBusinessProduct,
    fits,
    pageYield,
    supplyColor,
  }
}

/** The fields that identify a product in the log once it is deleted. */
function identifyingFields(product: Product): Record<string, unknown> {
  const { name, sku, brand, category, price, stockQuantity } = comparedFields(product)
  return { name, sku, brand, category, price, stockQuantity }
}

const NO_VALUES = { name: null, sku: null, brand: null, category: null, price: null, stockQuantity: null }

export function createEditProducts(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'createProduct' | 'updateProduct' | 'deleteProduct'>
  readonly audit: Pick<AuditLog, 'record'>
}): Pick<StaffProducts, 'create' | 'update' | 'delete'> {
  const { database, catalog, audit } = deps
  return {
    create: (content, by, note) =>
      database.transaction(async (tx) => {
        const product = await catalog.createProduct(tx, content)
        await audit.record(tx, {
          action: 'product.created',
          subject: `product ${product.id}`,
          by,
          changes: changesBetween(NO_VALUES, identifyingFields(product)),
        })
        await note?.(tx, String(product.id))
        return product
      }),

    update: (id, edit, by) =>
      database.transaction(async (tx) => {
        const { before, after } = await catalog.updateProduct(tx, id, edit)
        const all = changesBetween(comparedFields(before), comparedFields(after))
        // Beside others it follows from price and stock; alone it is all that somebody said.
        const changes = all.length === 1 ? all : all.filter(({ field }) => field !== 'awaitsPrice')
        if (changes.length > 0)
          await audit.record(tx, { action: 'product.updated', subject: `product ${id}`, by, changes })
        return after
      }),

    delete: (id, by) =>
      database.transaction(async (tx) => {
        const product = await catalog.deleteProduct(tx, id)
        await audit.record(tx, {
          action: 'product.deleted',
          subject: `product ${id}`,
          by,
          changes: changesBetween(identifyingFields(product), NO_VALUES),
        })
      }),
  }
}
