import type { AddressQuery } from '../../lib/use-address-query.ts'
import { Field, Select } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { PlacedFields } from './placed-fields.tsx'
import { spanOf } from './placed-span.ts'

const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Waiting longest first' },
]

/** Which orders the list shows beside its view: by what is searched, by when they were placed, and in which order. */
export function OrderFilters({ query }: { readonly query: AddressQuery }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchInput
        label="Search orders"
        placeholder="Name, email, place, product, number"
        value={query.get('search')}
        onSearch={(text) => query.set({ search: text }, { replace: true })}
        className="flex-1 max-lg:w-full max-lg:flex-none lg:min-w-80"
      />
      <PlacedFields span={spanOf(query)} onChange={(next) => query.set({ ...next })} />
      <Field label="Sort">
        <Select
          value={query.get('sort') === 'oldest' ? 'oldest' : ''}
          onChange={({ target }) => query.set({ sort: target.value })}
          options={SORTS}
        />
      </Field>
    </div>
  )
}
