import { Pencil, Trash2 } from 'lucide-react'
import type { StaffProduct } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { categoryLabel } from '../../lib/categories.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatPrice } from '../../lib/format.ts'
import { shopTimeFormat } from '../../lib/format-shop-time.ts'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Cell, PhoneLabel, Row, RowHead } from '../../ui/data-table.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { Tick } from '../../ui/tick.tsx'
import type { RowTick } from '../../ui/use-row-ticks.ts'
import { InlineEdit } from './inline-edit.tsx'

/** What staff do with a product where it stands in the list. */
export interface ProductActions {
  readonly edit: (product: Product) => void
  readonly remove: (product: Product) => void
  /** Saves a value that was typed over one of the product as it was then. @throws FieldEdited */
  readonly savePrice: (opened: Product, price: string) => Promise<void>
  readonly saveStock: (opened: Product, stock: number) => Promise<void>
}

interface ProductRowProps {
  readonly product: StaffProduct
  readonly tick: RowTick
  /** Null where the product is to be read only. */
  readonly actions: ProductActions | null
}

const days = shopTimeFormat({ dateStyle: 'medium' })

/** A product of the list. */
export function ProductRow({ product, tick, actions }: ProductRowProps) {
  return (
    <Row
      ground={tick.checked ? 'selected' : 'usual'}
      className="max-sm:grid max-sm:grid-cols-[2.75rem_minmax(0,auto)_minmax(0,auto)] max-sm:items-center max-sm:py-1.5 large-letters:grid-cols-[2.75rem_minmax(0,1fr)]"
    >
      <Cell className="pr-0 max-sm:row-span-4 max-sm:self-start large-letters:row-span-7">
        {actions !== null && <Tick label={`Select ${product.name}`} {...tick} />}
      </Cell>
      <RowHead className="max-sm:col-span-2 large-letters:col-span-1">
        <PictureAndName product={product} onEdit={actions?.edit} />
      </RowHead>
      <Cell className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-1 max-[23rem]:flex-col max-[23rem]:items-start sm:text-right sm:max-lg:w-px">
        <PhoneLabel>Price</PhoneLabel>
        {actions === null ? formatPrice(product.price) : <PriceEdit product={product} onSave={actions.savePrice} />}
      </Cell>
      <Cell className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:justify-end max-sm:gap-1 max-[23rem]:flex-col max-[23rem]:items-end large-letters:items-start sm:text-right sm:max-lg:w-px">
        <PhoneLabel>Stock</PhoneLabel>
        {actions === null ? (
          formatStock(product.stockQuantity)
        ) : (
          <StockEdit product={product} onSave={actions.saveStock} />
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
      <Cell className="pr-2 sm:max-lg:w-27">
        {actions !== null && (
          <span className="flex justify-end sm:max-lg:flex-wrap large-letters:justify-start">
            <IconButton label={`Edit ${product.name}`} data-tooltip="Edit" onClick={() => actions.edit(product)}>
              <Pencil aria-hidden="true" className="size-4.5" />
            </IconButton>
            <IconButton label={`Delete ${product.name}`} data-tooltip="Delete" onClick={() => actions.remove(product)}>
              <Trash2 aria-hidden="true" className="size-4.5" />
            </IconButton>
          </span>
        )}
      </Cell>
    </Row>
  )
}

interface PictureAndNameProps {
  readonly product: StaffProduct
  readonly onEdit: ProductActions['edit'] | undefined
}

function PictureAndName({ product, onEdit }: PictureAndNameProps) {
  return (
    <span className="flex items-center gap-3 sm:min-w-44">
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
        {onEdit === undefined ? (
          <span title={product.name} className="line-clamp-3 font-semibold text-pretty">
            {product.name}
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onEdit(product)}
            title={product.name}
            className="tap-room min-h-6 rounded text-left font-semibold text-pretty underline-offset-4 hover:underline"
          >
            <span className="line-clamp-3">{product.name}</span>
          </button>
        )}
        <Known parts={[`#${product.id}`, product.sku, product.brand]} />
        <States product={product} className="mt-1 max-sm:hidden lg:hidden" />
      </span>
    </span>
  )
}

/** What tells a product from others, on as few lines as it needs. The dot before a part goes where a line begins with it. */
function Known({ parts }: { readonly parts: readonly (string | null | undefined)[] }) {
  return (
    <span className="overflow-hidden text-xs text-soft">
      <span className="-ml-3 flex flex-wrap">
        {parts.filter(Boolean).map((part) => (
          <span key={part} title={part ?? undefined} className="flex max-w-full min-w-0">
            <span aria-hidden="true" className="w-3 shrink-0 text-center">
              ·
            </span>
            <span className="truncate">{part}</span>{' '}
          </span>
        ))}
      </span>
    </span>
  )
}

interface PriceEditProps {
  readonly product: Product
  readonly onSave: ProductActions['savePrice']
}

function PriceEdit({ product, onSave }: PriceEditProps) {
  return (
    <InlineEdit
      column="price"
      label={`price of ${product.name}`}
      row={product}
      valueOf={({ price }) => price}
      format={formatPrice}
      inputMode="decimal"
      pattern={/^\d{1,8}(\.\d{1,2})?$/}
      hint="Enter a price like 1299.00"
      onSave={(price, opened) => onSave(opened, price)}
    />
  )
}

interface StockEditProps {
  readonly product: Product
  readonly onSave: ProductActions['saveStock']
}

function StockEdit({ product, onSave }: StockEditProps) {
  return (
    <InlineEdit
      column="stock"
      label={`stock of ${product.name}`}
      row={product}
      valueOf={({ stockQuantity }) => String(stockQuantity)}
      format={(stock) => formatStock(Number(stock))}
      inputMode="numeric"
      pattern={/^\d{1,7}$/}
      hint="Enter a whole number"
      onSave={(stock, opened) => onSave(opened, Number(stock))}
    />
  )
}

function formatStock(stock: number): string {
  return stock.toLocaleString('en-US')
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
