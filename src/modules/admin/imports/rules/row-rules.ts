import type { ImportColumn, ProductImport } from '../import.ts'
import type { PriceRule, SupplierKey } from '../supplier-terms.ts'

/** How the rows of an import are read: what each column fills, and what its cells depend on. */
export interface RowRules {
  readonly columns: readonly Pick<ImportColumn, 'field' | 'numbers' | 'header' | 'currency' | 'pieces' | 'units'>[]
  /** Between the cells of a row. */
  readonly delimiter: string
  /** Whether the list says that prices are for several pieces, and not in which column. */
  readonly hasPriceNote: boolean
  /** When the list came. */
  readonly today: Date
  readonly categories: ReadonlyMap<string, string>
  readonly unpriced: boolean
  readonly key: SupplierKey
  readonly priceRule: PriceRule | null
  /** Whether the shop notes which products are on the list. */
  readonly isNoted: boolean
}

/** What the rows of an import are read by, taken from its answers and its copy of the supplier's rules. */
export function rowRulesOf({
  columns,
  delimiter,
  categories,
  unpriced,
  supplier,
  priceNote = null,
  createdAt,
}: Pick<
  ProductImport,
  'columns' | 'delimiter' | 'categories' | 'unpriced' | 'supplier' | 'priceNote' | 'createdAt'
>): RowRules {
  return {
    columns,
    delimiter,
    unpriced,
    hasPriceNote: priceNote !== null,
    today: createdAt,
    categories: new Map(categories.map(({ value, category }) => [value, category])),
    key: supplier?.key ?? 'sku',
    priceRule: supplier?.priceRule ?? null,
    isNoted: supplier !== null,
  }
}
