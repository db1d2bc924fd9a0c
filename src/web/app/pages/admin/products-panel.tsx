import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { STAFF_PRODUCTS_PATH } from '#contracts/staff-paths'
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
import { useAddressQuery, type AddressQuery } from '../../../lib/use-address-query.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { withQuery } from '../../../lib/with-query.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ImportButton } from './import-button.tsx'
import { OpenedProduct, ProductEditor } from './opened-product.tsx'
import { useRefresh } from './use-refresh.ts'

const PRODUCT_KIND = ['product'] as const

/** Adds a product at this address. */
const NEW = 'new'

interface Shown {
  readonly filters: Readonly<Record<'search' | 'category' | 'stock', string>>
  readonly sort: string
}

/** What the address asks the list for. */
function shownBy(query: AddressQuery): Shown {
  const valuesOf = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value)
  return {
    filters: {
      search: query.get('search'),
      category: knownChoice(query.get('category'), valuesOf(CATEGORY_OPTIONS)),
      stock: knownChoice(query.get('stock'), valuesOf(STOCKS)),
    },
    sort: knownChoice(query.get('sort'), STAFF_PRODUCT_SORTS),
  }
}

/** Product Management: the whole catalog, searched, sorted and paged by the server (specification 2, section 2). */
export function ProductsPanel() {
  const query = useAddressQuery()
  const mayChange = useRefusal('products.write') === undefined
  const { opened, open, close } = useRoomPath('products')
  const [deleting, setDeleting] = useState<Product | null>(null)
  const { filters, sort } = shownBy(query)
  const list = useStaffPage(STAFF_PRODUCTS_PATH, query, { filters: { ...filters, sort } })
  useStaffChanges(PRODUCT_KIND, list.retry, { pauseMs: 1000 })
  const selection = useProductSelection(filters)
  const refresh = useRefresh()
  const changed = () => refresh(STAFF_PRODUCTS_PATH, '/api/admin/summary', '/api/products')
  const edit = (product: Product | null) => open(product === null ? NEW : String(product.id))
  const actions: ProductActions = {
    edit,
    remove: setDeleting,
    ...inlineSaves({ onSaved: changed, onFailed: list.retry }),
  }

  return (
    <div className="grid gap-4">
      <ProductsHead shown={{ filters, sort }} onAdd={() => edit(null)} onChanged={() => void changed()} />
      {mayChange && <KeptEdits opened={opened} onContinue={edit} />}
      <ProductFilters query={query} />
      <StaffList
        list={list}
        noun="products"
        errorMessage="Failed to fetch products"
        empty={
          Object.values(filters).some((part) => part !== '')
            ? {
                title: 'No products found',
                description: 'Nothing matches the search and filters.',
                action: (
                  <Button variant="quiet" onClick={() => query.set({ search: '', category: '', stock: '' })}>
                    Show all products
                  </Button>
                ),
              }
            : {
                title: 'No products found',
                description: 'The catalog is empty. Add the first product or import a price list.',
                action: mayChange && <Button onClick={() => edit(null)}>Add Product</Button>,
              }
        }
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

interface ProductsHeadProps {
  readonly shown: Shown
  readonly onAdd: () => void
  readonly onChanged: () => void
}

/** What is done with the list as a whole. */
function ProductsHead({ shown: { filters, sort }, onAdd, onChanged }: ProductsHeadProps) {
  const refusal = useRefusal('products.write')
  return (
    <RoomHead title="Products" note={refusal}>
      <BulkEditsButton onChanged={onChanged} />
      <DownloadLink
        href={withQuery(`${STAFF_PRODUCTS_PATH}.csv`, { ...filters, sort })}
        className={buttonClass({ variant: 'quiet', size: 'small' })}
        icon={<Download aria-hidden="true" className="size-4" />}
      >
        Download CSV
      </DownloadLink>
      <ImportButton />
      {refusal === undefined && (
        <Button size="small" onClick={onAdd} onPointerEnter={ProductEditor.preload}>
          <Plus aria-hidden="true" className="size-4" />
          Add Product
        </Button>
      )}
    </RoomHead>
  )
}

/** Saves what is typed into the table. What could not be saved stays in its field, beside what stands there now. */
function inlineSaves({
  onSaved,
  onFailed,
}: {
  readonly onSaved: () => Promise<void>
  readonly onFailed: () => void
}): Pick<ProductActions, 'savePrice' | 'saveStock'> {
  async function saved(saving: Promise<Product>): Promise<void> {
    try {
      await saving
    } catch (failure) {
      if (!(failure instanceof FieldEdited))
        toast({ title: 'Error', description: 'Failed to update product', variant: 'destructive' })
      onFailed()
      throw failure
    }
    toast({ title: 'Success', description: 'Product updated successfully' })
    await onSaved()
  }
  return {
    savePrice: (product, price) => saved(savePrice(product, price)),
    saveStock: (product, stock) => saved(saveStock(product, stock)),
  }
}
