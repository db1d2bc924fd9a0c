import { ArrowDown, ArrowUp } from 'lucide-react'
import type { StaffProduct } from '#contracts/admin'
import { classNames } from '../../lib/class-names.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { DataTable, HeadCell } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useRowTicks } from '../../ui/use-row-ticks.ts'
import { ProductRow, type ProductActions } from './product-row.tsx'

interface ProductTableProps {
  readonly products: readonly StaffProduct[]
  readonly isRefreshing: boolean
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  /** Null where the products are to be read only. */
  readonly actions: ProductActions | null
}

/**
 * Products as rows, with price and stock to be edited where they stand. On a phone each row is a card, below the
 * headings that sort.
 */
export function ProductTable({ products, isRefreshing, sort, onSort, selected, onSelect, actions }: ProductTableProps) {
  const keyed = useStaffKeys()
  const ticks = useRowTicks(
    products.map(({ id }) => id),
    selected,
    onSelect,
  )
  return (
    <DataTable label="Products" isRefreshing={isRefreshing} className="max-sm:block xl:min-w-[60rem]">
      <thead className="max-sm:block">
        <tr className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:border-b max-sm:border-line max-sm:bg-wash">
          <HeadCell className="max-sm:border-b-0 max-sm:py-1 max-sm:pr-0 sm:w-12 sm:pr-0">
            {actions !== null && (
              <Tick label="Select all products on this page" {...ticks.all} keys={keyed('selectAll')} />
            )}
          </HeadCell>
          <SortCell label="Product" up="name" sort={sort} onSort={onSort} />
          <SortCell label="Price" up="price-low" down="price-high" sort={sort} onSort={onSort} isNumber />
          <SortCell label="Stock" up="stock-low" down="stock-high" sort={sort} onSort={onSort} isNumber />
          <HeadCell className="max-lg:hidden">State</HeadCell>
          <HeadCell className="max-lg:hidden">Category</HeadCell>
          <SortCell label="Updated" down="updated" sort={sort} onSort={onSort} className="sm:max-xl:hidden" />
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {products.map((product) => (
          <ProductRow key={product.id} product={product} tick={ticks.ofRow(product.id)} actions={actions} />
        ))}
      </tbody>
    </DataTable>
  )
}

interface SortCellProps {
  readonly label: string
  /** The order upwards and downwards, where there are any. */
  readonly up?: string
  readonly down?: string
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly isNumber?: boolean
  readonly className?: string
}

/** A heading that sorts; once more turns the order round, or back to the newest first. */
function SortCell({ label, up, down, sort, onSort, isNumber = false, className }: SortCellProps) {
  const orders = [up, down].filter((order) => order !== undefined)
  const next = orders[orders.indexOf(sort) + 1] ?? ''
  const direction = sort !== '' && sort === up ? 'ascending' : sort !== '' && sort === down ? 'descending' : undefined
  return (
    <HeadCell
      aria-sort={direction}
      className={classNames('max-sm:border-b-0 max-sm:px-2', isNumber && 'sm:text-right', className)}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className="inline-flex min-h-8 items-center gap-1 rounded font-bold hover:underline pointer-coarse:min-h-11"
      >
        {label}
        {direction === 'ascending' && <ArrowUp aria-hidden="true" className="size-3.5" />}
        {direction === 'descending' && <ArrowDown aria-hidden="true" className="size-3.5" />}
      </button>
    </HeadCell>
  )
}
