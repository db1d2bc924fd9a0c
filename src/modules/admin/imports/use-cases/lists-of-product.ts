import { isNamedAsKept } from '../../product-changes/product-changes.api.ts'
import type { ProductImport } from '../import.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { WrittenRowsRepository } from '../persistence/written-rows.repository.ts'
import { MAX_SUPPLIERS } from '../supplier-terms.ts'
import type { Suppliers } from '../suppliers.api.ts'

/** How many imports are looked at for one that was not undone. */
const MAX_IMPORTS = 20

/** Finds whose price lists have a product, and the last list that changed it. */
export function createListsOfProduct(deps: {
  readonly suppliers: Pick<SupplierRepository, 'list'>
  readonly supplierProducts: Pick<SupplierProductsRepository, 'suppliersOf'>
  readonly writtenRows: Pick<WrittenRowsRepository, 'importsOf'>
  readonly imports: Pick<ImportRepository, 'find'>
}): Suppliers['listsOfProduct'] {
  const { suppliers, supplierProducts, writtenRows, imports } = deps

  async function latestOf(productId: number): Promise<ProductImport | null> {
    for (const { importId, isKept } of await writtenRows.importsOf(productId, MAX_IMPORTS)) {
      const found = await imports.find(importId)
      if (found !== null && (isKept || isInCatalog(found, productId))) return found
    }
    return null
  }

  return async function listsOfProduct(productId) {
    const [onLists, latest] = await Promise.all([
      supplierProducts.suppliersOf(productId, MAX_SUPPLIERS),
      latestOf(productId),
    ])
    const known = onLists.size === 0 ? [] : await suppliers.list()
    return {
      suppliers: known.flatMap(({ id, name }) => {
        const hasLeft = onLists.get(id)
        return hasLeft === undefined ? [] : [{ id, name, hasLeft }]
      }),
      latest: latest && {
        importId: latest.id,
        fileName: latest.fileName,
        supplierName: latest.supplier?.name ?? null,
        at: latest.startedAt ?? latest.createdAt,
      },
    }
  }
}

/** Whether what an import made of a product was not taken back. */
function isInCatalog({ state, undo }: ProductImport, productId: number): boolean {
  return (state !== 'undone' && state !== 'undoing') || isNamedAsKept(undo, productId)
}
