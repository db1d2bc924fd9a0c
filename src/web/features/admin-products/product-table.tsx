import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import type { StaffProduct } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { formatPrice, timeFormat } from '../../lib/format.ts'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, PhoneLabel, Row, RowHead } from '../../ui/data-table.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useRowTicks } from '../../ui/use-row-ticks.ts'
import { categoryLabel } from '../../lib/categories.ts'
import { InlineEdit } from './inline-edit.tsx'

interface ProductTableProps {
  readonly products: readonly StaffProduct[]
  /** Without it the figures are to be read only. */
  readonly mayChange: boolean
  readonly isRefreshing: boolean
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onEdit: (product: Product) => void
  readonly onDelete: (product: Product) => void
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  /** Saves a value that was typed over one of the product as it was then. @throws FieldEdited */
  readonly onPrice: (opened: Product, price: string) => Promise<void>
  readonly onStock: (opened: Product, stock: number) => Promise<void>
}

const days = timeFormat({ dateStyle: 'medium' })

/**
 * Products as rows, with price and stock to be edited where they stand. On a phone each row is a card, below the
 * headings that sort.
 */
export function ProductTable({
  products,
  mayChange,
  isRefreshing,
  sort,
  onSort,
  onEdit,
  onDelete,
  selected,
  onSelect,
  onPrice,
  onStock,
}: ProductTableProps) {
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
            {mayChange && <Tick label="Select all products on this page" {...ticks.all} keys={keyed('selectAll')} />}
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
          <Row
            key={product.id}
            ground={selected.has(product.id) ? 'selected' : 'usual'}
            className="max-sm:grid max-sm:grid-cols-[2.75rem_minmax(0,auto)_minmax(0,auto)] max-sm:items-center max-sm:py-1.5 large-letters:grid-cols-[2.75rem_minmax(0,1fr)]"
          >
            <Cell className="pr-0 max-sm:row-span-4 max-sm:self-start large-letters:row-span-7">
              {mayChange && <Tick label={`Select ${product.name}`} {...ticks.ofRow(product.id)} />}
            </Cell>
            <RowHead className="max-sm:col-span-2 large-letters:col-span-1 sm:max-lg:w-full">
              <span className="flex items-center gap-3 sm:min-w-44 md:min-w-52">
                <span className="lit-sheet block w-14 shrink-0 overflow-hidden rounded large-letters:hidden border border-line">
                  <ProductImage
                    src={product.image}
                    alt=""
                    standIn={categoryPicturePath(product.category)}
                    width={56}
                    height={42}
                  />
                </span>
                <span className="grid min-w-0 wrap-anywhere">
                  {mayChange ? (
                    <button
                      type="button"
                      onClick={() => onEdit(product)}
                      className="min-h-6 rounded text-left font-semibold underline-offset-4 hover:underline"
                    >
                      {product.name}
                    </button>
                  ) : (
                    <span className="font-semibold">{product.name}</span>
                  )}
                  <span className="text-xs text-soft">
                    {[`#${product.id}`, product.sku, product.brand].filter(Boolean).join(' · ')}
                  </span>
                  <States product={product} className="mt-1 max-sm:hidden lg:hidden" />
                </span>
              </span>
            </RowHead>
            <Cell className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-1 max-[23rem]:flex-col max-[23rem]:items-start sm:text-right">
              <PhoneLabel>Price</PhoneLabel>
              {mayChange ? (
                <InlineEdit
                  column="price"
                  label={`price of ${product.name}`}
                  row={product}
                  valueOf={({ price }) => price}
                  format={formatPrice}
                  inputMode="decimal"
                  pattern={/^\d{1,8}(\.\d{1,2})?$/}
                  hint="Enter a price like 1299.00"
                  onSave={(price, opened) => onPrice(opened, price)}
                />
              ) : (
                formatPrice(product.price)
              )}
            </Cell>
            <Cell className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-end max-sm:gap-1 max-[23rem]:flex-col max-[23rem]:items-end large-letters:items-start sm:text-right">
              <PhoneLabel>Stock</PhoneLabel>
              {mayChange ? (
                <InlineEdit
                  column="stock"
                  label={`stock of ${product.name}`}
                  row={product}
                  valueOf={({ stockQuantity }) => String(stockQuantity)}
                  format={(stock) => Number(stock).toLocaleString('en-US')}
                  inputMode="numeric"
                  pattern={/^\d{1,7}$/}
                  hint="Enter a whole number"
                  onSave={(stock, opened) => onStock(opened, Number(stock))}
                />
              ) : (
                product.stockQuantity.toLocaleString('en-US')
              )}
            </Cell>
            <Cell className="sm:max-lg:hidden">
              <States product={product} />
            </Cell>
            <Cell className="whitespace-nowrap max-sm:text-right large-letters:text-left large-letters:whitespace-normal sm:max-lg:hidden">
              {categoryLabel(product.category)}
            </Cell>
            <Cell className="text-soft not-large-letters:whitespace-nowrap sm:max-xl:hidden">
              <PhoneLabel>Updated </PhoneLabel>
              {days(product.updatedAt)}
            </Cell>
            <Cell className="pr-2">
              {mayChange && (
                <span className="flex justify-end large-letters:justify-start">
                  <IconButton label={`Edit ${product.name}`} data-tooltip="Edit" onClick={() => onEdit(product)}>
                    <Pencil aria-hidden="true" className="size-4.5" />
                  </IconButton>
                  <IconButton label={`Delete ${product.name}`} data-tooltip="Delete" onClick={() => onDelete(product)}>
                    <Trash2 aria-hidden="true" className="size-4.5" />
                  </IconButton>
                </span>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  )
}

/** How it is sold, and who waits for it to be sold again or for less. */
function States({ product, className }: { readonly product: StaffProduct; readonly className?: string }) {
  const { backInStock, priceDrop } = product.waiting
  return (
    <span className={classNames('flex flex-wrap gap-1 whitespace-nowrap', className)}>
      {!product.inStock ? (
        <Badge tone="speak">Out of Stock</Badge>
      ) : product.stockQuantity === 0 ? (
        <Badge>Made to order</Badge>
      ) : (
        <Badge tone="good">In Stock</Badge>
      )}
      {product.isFeatured && <Badge tone="act">Featured</Badge>}
      {product.isBusinessProduct && <Badge>Business</Badge>}
      {backInStock > 0 && <Badge>{backInStock.toLocaleString('en-US')} waiting</Badge>}
      {priceDrop > 0 && <Badge>{priceDrop.toLocaleString('en-US')} for a lower price</Badge>}
    </span>
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
        className="inline-flex min-h-8 items-center gap-1 rounded font-bold hover:underline"
      >
        {label}
        {direction === 'ascending' && <ArrowUp aria-hidden="true" className="size-3.5" />}
        {direction === 'descending' && <ArrowDown aria-hidden="true" className="size-3.5" />}
      </button>
    </HeadCell>
  )
}
