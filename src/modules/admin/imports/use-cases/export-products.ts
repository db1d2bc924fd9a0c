import type { CatalogModule, StaffProductFilters } from '#modules/catalog'
import { BYTE_ORDER_MARK, toCsv } from '#platform/csv'
import { EXPORTED_COLUMNS, rowOfProduct } from '../rules/product-row.ts'

const ROWS_PER_PIECE = 250

/** The products that match as CSV in pieces, in their order in the table. It is read no faster than the pieces are taken. */
export type ExportProducts = (filters: StaffProductFilters) => AsyncGenerator<string>

export function createExportProducts(catalog: Pick<CatalogModule, 'listIdsForStaff' | 'findProducts'>): ExportProducts {
  return async function* exportProducts(filters) {
    yield BYTE_ORDER_MARK + toCsv([EXPORTED_COLUMNS])
    const ids = await catalog.listIdsForStaff(filters)
    for (let at = 0; at < ids.length; at += ROWS_PER_PIECE) {
      const piece = ids.slice(at, at + ROWS_PER_PIECE)
      const byId = new Map((await catalog.findProducts(piece)).map((product) => [product.id, product]))
      const rows = piece.flatMap((id) => byId.get(id) ?? []).map(rowOfProduct)
      // Those that were deleted meanwhile are left out.
      if (rows.length > 0) yield toCsv(rows)
    }
  }
}
