import { setImmediate } from 'node:timers/promises'
import type { CatalogModule, Product, StaffProductFilters } from '#modules/catalog'
import { BYTE_ORDER_MARK, toCsv } from '#platform/text/csv'
import { EXPORTED_COLUMNS, rowOfProduct } from '../rules/product-row.ts'

const READ_AT_ONCE = 250
/** How many rows are written at a time, and how many characters of long ones: some 3 ms of the processor. */
const ROWS_PER_PIECE = 50
const CHARACTERS_PER_PIECE = 512 * 1024

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
      for (const rows of piecesOf(products)) {
        yield toCsv(rows)
        await setImmediate()
      }
    }
  }
}

/** The rows of these products, some at a time. */
function* piecesOf(products: readonly Product[]): Generator<readonly (readonly string[])[]> {
  let rows: string[][] = []
  let characters = 0
  for (const product of products) {
    const row = rowOfProduct(product)
    rows.push(row)
    for (const cell of row) characters += cell.length
    if (rows.length < ROWS_PER_PIECE && characters < CHARACTERS_PER_PIECE) continue
    yield rows
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield rows
}
