import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import type { AddressQuery } from '../../lib/use-address-query.ts'
import { Select } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'

/** Which stock the list shows. */
export const STOCKS = [
  { value: '', label: 'Any stock' },
  { value: 'in', label: 'In stock' },
  { value: 'low', label: 'Low stock' },
  { value: 'out', label: 'Out of stock' },
]

/** Which products the list shows: by what is searched, by category and by stock. */
export function ProductFilters({ query }: { readonly query: AddressQuery }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_12rem_10rem]">
      <SearchInput
        className="max-sm:col-span-2"
        label="Search products"
        placeholder="Name, SKU, brand"
        value={query.get('search')}
        onSearch={(text) => query.set({ search: text }, { replace: true })}
      />
      <Select
        aria-label="Category"
        value={query.get('category')}
        onChange={(event) => query.set({ category: event.target.value })}
        options={[{ value: '', label: 'All categories' }, ...CATEGORY_OPTIONS]}
      />
      <Select
        aria-label="Stock"
        value={query.get('stock')}
        onChange={(event) => query.set({ stock: event.target.value })}
        options={STOCKS}
      />
    </div>
  )
}
