import type { CatalogModule, Product } from '#modules/catalog'
import { fingerprintOf, type FieldChange } from '../../product-changes/product-changes.api.ts'
import type { BulkEdit } from '../bulk-edits.api.ts'
import type { StoredRow } from '../persistence/bulk-edit.repository.ts'

/** What a bulk edit does to its products: as staff see it before, and again when it is made. */
export interface RowsOfEdit {
  /** Null of a product that has all of the edit already. */
  preview(product: Product, edit: BulkEdit['edit']): StoredRow | null
  /**
   * The row of a preview when the edit is made, with what the undo compares (`mark`): a sale meanwhile counts, an edit by
   * somebody else goes before it. Null of a product that has all of it by now.
   * @param product as it is now; undefined when it was deleted
   */
  again(row: StoredRow, product: Product | undefined, edit: BulkEdit['edit']): StoredRow | null
}

/** @param catalog knows the rules of each edit */
export function createRowsOfEdit(catalog: Pick<CatalogModule, 'editInBulk'>): RowsOfEdit {
  function preview(product: Product, edit: BulkEdit['edit']): StoredRow | null {
    const { id: productId, name, updatedAt: version } = product
    const plain = { productId, name, version, reason: null, changes: [], mark: null }
    const result = catalog.editInBulk(product, edit)
    if (result.refused !== null) return { ...plain, outcome: 'refused', reason: result.refused }
    const changes = Object.entries(result.set).map(([field, after]) => ({
      field,
      before: JSON.stringify(product[field as keyof Product]),
      after: JSON.stringify(after),
    }))
    return changes.length === 0 ? null : { ...plain, outcome: 'changed', changes }
  }

  return {
    preview,
    again(row, product, edit) {
      if (product === undefined) return { ...row, outcome: 'left', reason: 'It was deleted since the preview.' }
      if (product.updatedAt.getTime() !== row.version?.getTime())
        return { ...row, outcome: 'left', reason: 'Somebody edited it since the preview.' }
      const now = preview(product, edit)
      if (now?.outcome !== 'changed') return now
      return { ...now, mark: fingerprintOf({ ...product, ...valuesOf(now.changes) }) }
    },
  }
}

/** The fields of a product as a row's changes leave them. */
export function valuesOf(changes: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(changes.map(({ field, after }) => [field, JSON.parse(after ?? 'null') as unknown]))
}
