import type { CatalogModule, Product, ProductContent, ProductEdit } from '#modules/catalog'
import type { Database } from '#platform/database/database'
import { toDecimal } from '#platform/money'
import { changesBetween } from '../../audit/domain/audit.ts'
import type { AuditRepository } from '../../audit/persistence/audit.repository.ts'

/** What the log names of a product, in the words of the form. */
function described({ priceCents, originalPriceCents, ...product }: Product): Record<string, unknown> {
  const { sku, name, description, brand, category, image, images, specifications, features, tags } = product
  const { stockQuantity, inStock, isFeatured, isBusinessProduct } = product
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
    isFeatured,
    isBusinessProduct,
  }
}

/** What tells one product from another in the log once it is gone. */
function named(product: Product): Record<string, unknown> {
  const { name, sku, brand, category, price, stockQuantity } = described(product)
  return { name, sku, brand, category, price, stockQuantity }
}

const nothing = { name: null, sku: null, brand: null, category: null, price: null, stockQuantity: null }

/** Staff's changes of products: each in one transaction with its line in the log. */
export function createEditProducts(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'createProduct' | 'updateProduct' | 'deleteProduct'>
  readonly audit: AuditRepository
}) {
  const { database, catalog, audit } = deps
  return {
    /** @throws SkuTaken */
    create: (content: ProductContent, address: string): Promise<Product> =>
      database.transaction(async (tx) => {
        const product = await catalog.createProduct(tx, content)
        await audit.add(
          {
            action: 'product.created',
            subject: `product ${product.id}`,
            address,
            changes: changesBetween(nothing, named(product)),
          },
          tx,
        )
        return product
      }),

    /** @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken */
    update: (id: number, edit: ProductEdit, address: string): Promise<Product> =>
      database.transaction(async (tx) => {
        const { before, after } = await catalog.updateProduct(tx, id, edit)
        const changes = changesBetween(described(before), described(after))
        if (changes.length > 0)
          await audit.add({ action: 'product.updated', subject: `product ${id}`, address, changes }, tx)
        return after
      }),

    /** @throws ProductNotFound */
    delete: (id: number, address: string): Promise<void> =>
      database.transaction(async (tx) => {
        const product = await catalog.deleteProduct(tx, id)
        await audit.add(
          {
            action: 'product.deleted',
            subject: `product ${id}`,
            address,
            changes: changesBetween(named(product), nothing),
          },
          tx,
        )
      }),
  }
}
