import { setImmediate } from 'node:timers/promises'
import type { CatalogModule, StaffProductFilters } from '#modules/catalog'
import { BYTE_ORDER_MARK, toCsv } from '#platform/csv'
import { EXPORTED_COLUMNS, rowOfProduct } from '../rules/product-row.ts'

const READ_AT_ONCE = 250
/** With texts as long as they may be these take 30 ms of the processor, in which nobody else is answered. */
const ROWS_PER_PIECE = 50

/** The products that match as CSV in pieces, in their order in the table. It is read no faster than the pieces are taken. */
export type ExportProducts = (filters: StaffProductFilters) => AsyncGenerator<string>

export function createExportProducts(catalog: Pick<CatalogModule, 'listIdsForStaff' | 'findProducts'>): ExportProducts {
  return async function* exportProducts(filters) {
    yield BYTE_ORDER_MARK + toCsv([EXPORTED_COLUMNS])
    const ids = await catalog.listIdsForStaff(filters)
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const read = ids.slice(at, at + READ_AT_ONCE)
      const byId = new Map((await catalog.findProducts(read)).map((product) => [product.id, product]))
      // Those that were deleted meanwhile are left out.
      const products = read.flatMap((id) => byId.get(id) ?? [])
      for (let first = 0; first < products.length; first += ROWS_PER_PIECE) {
        if (first > 0) await setImmediate()
        yield toCsv(products.slice(first, first + ROWS_PER_PIECE).map(rowOfProduct))
      }
    }
  }
}
