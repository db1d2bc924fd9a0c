import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { STAFF_PRODUCTS_PATH } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { STAFF_PRODUCT_SORTS } from '#contracts/staff-lists'
import { BulkEditsButton } from '../../../features/admin-products/bulk-edits-button.tsx'
import { DeleteProductDialog } from '../../../features/admin-products/delete-product-dialog.tsx'
import { KeptEdits } from '../../../features/admin-products/kept-edits.tsx'
import { ProductFilters, STOCKS } from '../../../features/admin-products/product-filters.tsx'
import type { ProductActions } from '../../../features/admin-products/product-row.tsx'
import { ProductTable } from '../../../features/admin-products/product-table.tsx'
import { FieldEdited, savePrice, saveStock } from '../../../features/admin-products/product-calls.ts'
import { SelectedProducts } from '../../../features/admin-products/selected-products.tsx'
import { useProductSelection } from '../../../features/admin-products/use-product-selection.ts'
import { CATEGORY_OPTIONS } from '../../../lib/categories.ts'
import { knownChoice } from '../../../lib/known-choice.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { withQuery } from '../../../lib/with-query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ImportButton } from './import-button.tsx'
import { OpenedProduct, ProductEditor } from './opened-product.tsx'
import { useRefresh } from './use-refresh.ts'

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
  const valuesOf = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value)
  const filters = {
    search: query.get('search'),
    category: knownChoice(query.get('category'), valuesOf(CATEGORY_OPTIONS)),
    stock: knownChoice(query.get('stock'), valuesOf(STOCKS)),
  }
  const isFiltered = Object.values(filters).some((part) => part !== '')
  const sort = knownChoice(query.get('sort'), STAFF_PRODUCT_SORTS)
  const list = useStaffPage(STAFF_PRODUCTS_PATH, query, { filters: { ...filters, sort } })
  useStaffChanges(PRODUCT_KIND, list.retry, { pauseMs: 1000 })
  const selection = useProductSelection(filters)
  const refresh = useRefresh()
  const changed = () => refresh(STAFF_PRODUCTS_PATH, '/api/admin/summary', '/api/products')

  async function saveInline(save: Promise<Product>): Promise<void> {
    try {
      await save
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
  const actions: ProductActions = {
    edit,
    remove: setDeleting,
    savePrice: (product, price) => saveInline(savePrice(product, price)),
    saveStock: (product, stock) => saveInline(saveStock(product, stock)),
  }

  return (
    <div className="grid gap-4">
      <RoomHead title="Products" note={refusal}>
        <BulkEditsButton onChanged={() => void changed()} />
        <a
          href={withQuery(`${STAFF_PRODUCTS_PATH}.csv`, { ...filters, sort })}
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
      {mayChange && <KeptEdits opened={opened} onContinue={edit} />}
      <ProductFilters query={query} />
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
            actions={mayChange ? actions : null}
          />
        )}
      </StaffList>
      <SelectedProducts selection={selection} found={list.total} onChanged={() => void changed()} />
      {mayChange && opened !== null && (
        <OpenedProduct
          key={opened}
          id={opened === NEW ? null : Number(opened)}
          listed={list.data?.find(({ id }) => String(id) === opened)}
          onClose={close}
          onSaved={() => void changed()}
        />
      )}
      {deleting !== null && (
        <DeleteProductDialog
          product={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            selection.drop(deleting.id)
            void changed()
          }}
        />
      )}
    </div>
  )
}
