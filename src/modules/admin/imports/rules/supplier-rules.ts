import type { ProductImport } from '../import.ts'
import type { Supplier, SupplierReading } from '../supplier.ts'
import { MAX_LEFT_SHARE, type ImportSupplier } from '../supplier-terms.ts'

/** The rules of a supplier as an import keeps them. */
export function rulesFor({ id, name, key, priceRule, whenLeft }: Supplier): ImportSupplier {
  return { id, name, key, priceRule, whenLeft }
}

/** What a supplier's next list is read by: the answers that staff gave for this one. */
export function readingFrom({
  headerKey,
  encoding,
  delimiter,
  sheet,
  mode,
  blank,
  unpriced,
  columns,
  categories,
}: ProductImport): SupplierReading {
  return {
    headerKey,
    encoding,
    delimiter,
    sheet,
    mode,
    blank,
    unpriced,
    categories,
    columns: columns.map(({ header, field, numbers, currency, pieces }) => ({
      header,
      field,
      numbers,
      currency,
      ...(pieces === undefined ? {} : { pieces }),
    })),
  }
}

/** Whether so many products left a list that staff are asked first. */
export function doTooManyLeave({
  supplier,
  left,
  leftOf,
}: Pick<ProductImport, 'supplier' | 'left' | 'leftOf'>): boolean {
  return supplier?.whenLeft === 'sold-out' && left > leftOf * MAX_LEFT_SHARE
}
