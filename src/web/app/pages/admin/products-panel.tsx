import { Download, History, Plus } from 'lucide-react'
import { useState } from 'react'
import { STAFF_PRODUCTS_PATH } from '#contracts/api-paths'
import type { UpdateProductBody } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { CATEGORY_OPTIONS } from '../../../lib/categories.ts'
import { DeleteProductDialog } from '../../../features/admin-products/delete-product-dialog.tsx'
import { KeptEdits } from '../../../features/admin-products/kept-edits.tsx'
import { ProductTable } from '../../../features/admin-products/product-table.tsx'
import { deleteProductDraft, keptDrafts } from '../../../features/admin-products/product-drafts.ts'
import { FieldEdited, updateField } from '../../../features/admin-products/product-calls.ts'
import { SelectedProducts } from '../../../features/admin-products/selected-products.tsx'
import { useProductSelection } from '../../../features/admin-products/use-product-selection.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { withQuery } from '../../../lib/with-query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ImportButton } from './import-button.tsx'
import { OpenedProduct, ProductEditor } from './opened-product.tsx'
import { useRefresh } from './use-refresh.ts'

const BulkEditDialog = lazyDialog(() =>
  import('../../../features/admin-products/bulk-edit-dialog.tsx').then((module) => module.BulkEditDialog),
)
const PastBulkEdits = lazyDialog(() =>
  import('../../../features/admin-products/past-bulk-edits.tsx').then((module) => module.PastBulkEdits),
)

const STOCKS = [
  { value: '', label: 'Any stock' },
  { value: 'in', label: 'In stock' },
  { value: 'low', label: 'Low stock' },
  { value: 'out', label: 'Out of stock' },
]

const PRODUCT_KIND = ['product'] as const

/** Adds a product at this address. */
const NEW = 'new'

/** Product Management: the whole catalog, searched, sorted and paged by the server (specification 2, section 2). */
export function ProductsPanel() {
  const query = useAddressQuery()
  const refusal = useRefusal('products.write')
  const mayChange = refusal === undefined
  const { opened, open, close } = useRoomPath('products')
  const [deleting, setDeleting] = useState<Product | null>(null)
  const [kept, setKept] = useState(() => keptDrafts())
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    setKept(keptDrafts())
  }
  const refresh = useRefresh()
  const [search, category, stock, sort] = [
    query.get('search'),
    query.get('category'),
    query.get('stock'),
    query.get('sort'),
  ]
  const list = useStaffPage(STAFF_PRODUCTS_PATH, query, { filters: { search, category, stock, sort } })
  useStaffChanges(PRODUCT_KIND, list.retry, { pauseMs: 1000 })
  const selection = useProductSelection({ search, category, stock })
  const [bulk, setBulk] = useState<'edit' | 'past' | null>(null)
  const isFiltered = search !== '' || category !== '' || stock !== ''

  const changed = () => refresh(STAFF_PRODUCTS_PATH, '/api/admin/summary', '/api/products')

  async function saveInline(opened: Product, field: 'price' | 'stockQuantity', body: UpdateProductBody): Promise<void> {
    try {
      await updateField(opened, field, body)
    } catch (failure) {
      if (!(failure instanceof FieldEdited))
        toast({ title: 'Error', description: 'Failed to update product', variant: 'destructive' })
      // The row shows what stands there now; what was typed stays in the field.
      list.retry()
      throw failure
    }
    toast({ title: 'Success', description: 'Product updated successfully' })
    await changed()
  }

  const edit = (product: Product | null) => open(product === null ? NEW : String(product.id))

  /**
   * What is set to nothing must not sell on as made to order, and what comes in is for sale again, unless it has no
   * price.
   */
  function saveStock(product: Product, stockQuantity: number): Promise<void> {
    const inStock = stockQuantity > 0
    return saveInline(product, 'stockQuantity', {
      stockQuantity,
      stockQuantityWas: product.stockQuantity,
      ...(inStock !== product.inStock && !(inStock && Number(product.price) === 0) && { inStock }),
    })
  }

  return (
    <div className="grid gap-4">
      <RoomHead title="Products" note={refusal}>
        {mayChange && (
          <Button size="small" variant="quiet" onClick={() => setBulk('past')}>
            <History aria-hidden="true" className="size-4" />
            Bulk edits
          </Button>
        )}
        <a
          href={withQuery(`${STAFF_PRODUCTS_PATH}.csv`, { search, category, stock, sort })}
          download
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          <Download aria-hidden="true" className="size-4" />
          Download CSV
        </a>
        <ImportButton />
        {mayChange && (
          <Button size="small" onClick={() => edit(null)} onPointerEnter={ProductEditor.preload}>
            <Plus aria-hidden="true" className="size-4" />
            Add Product
          </Button>
        )}
      </RoomHead>
      {mayChange && kept[0] !== undefined && opened === null && (
        <KeptEdits
          kept={kept[0]}
          onContinue={() => edit(kept[0]?.product ?? null)}
          onDiscard={() => {
            deleteProductDraft(kept[0]?.product ?? null)
            setKept(keptDrafts())
          }}
        />
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_12rem_10rem]">
        <SearchInput
          className="max-sm:col-span-2"
          label="Search products"
          placeholder="Name, SKU, brand"
          value={search}
          onSearch={(text) => query.set({ search: text }, { replace: true })}
        />
        <Select
          aria-label="Category"
          value={category}
          onChange={(event) => query.set({ category: event.target.value })}
          options={[{ value: '', label: 'All categories' }, ...CATEGORY_OPTIONS]}
        />
        <Select
          aria-label="Stock"
          value={stock}
          onChange={(event) => query.set({ stock: event.target.value })}
          options={STOCKS}
        />
      </div>
      <StaffList
        list={list}
        noun="products"
        errorMessage="Failed to fetch products"
        empty={{
          title: 'No products found',
          description: isFiltered
            ? 'Nothing matches the search and filters.'
            : 'The catalog is empty. Add the first product or import a price list.',
          action: isFiltered ? (
            <Button variant="quiet" onClick={() => query.set({ search: '', category: '', stock: '' })}>
              Show all products
            </Button>
          ) : (
            mayChange && <Button onClick={() => edit(null)}>Add Product</Button>
          ),
        }}
      >
        {(products) => (
          <ProductTable
            products={products}
            isRefreshing={list.isRefreshing}
            sort={sort}
            onSort={(next) => query.set({ sort: next })}
            selected={selection.inView(products)}
            onSelect={(ids, isSelected) => selection.select(ids, isSelected, products)}
            actions={
              mayChange
                ? {
                    edit,
                    remove: setDeleting,
                    savePrice: (product, price) => saveInline(product, 'price', { price }),
                    saveStock,
                  }
                : null
            }
          />
        )}
      </StaffList>
      {/* What was changed may not be among what is found any more. */}
      {mayChange && selection.hasAny && !(selection.isAllFound && list.total === 0) && (
        <SelectedProducts selection={selection} found={list.total} onEdit={() => setBulk('edit')} />
      )}
      {mayChange && opened !== null && (
        <OpenedProduct
          key={opened}
          id={opened === NEW ? null : Number(opened)}
          listed={list.data?.find(({ id }) => String(id) === opened)}
          onClose={close}
          onSaved={() => {
            close()
            void changed()
          }}
        />
      )}
      {bulk === 'edit' && (
        <BulkEditDialog
          choice={selection.choice}
          count={selection.isAllFound ? list.total : selection.count}
          onClose={() => setBulk(null)}
          onChanged={() => void changed()}
        />
      )}
      {bulk === 'past' && <PastBulkEdits onClose={() => setBulk(null)} onChanged={() => void changed()} />}
      {deleting !== null && (
        <DeleteProductDialog
          product={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            void changed()
          }}
        />
      )}
    </div>
  )
}
