import type { ListingQuery, Sort } from '#contracts/listing'
import { Select } from '../../ui/field.tsx'
import { SORT_CHOICES } from './listing-query.ts'

/** The order of a list. Search results come best match first until the visitor wants another order. */
export function SortSelect({
  query,
  onChange,
}: {
  readonly query: ListingQuery
  readonly onChange: (sort: Sort | null) => void
}) {
  const isSearch = query.search !== null
  return (
    <label className="flex items-center gap-2.5 max-sm:flex-1 max-sm:*:last:flex-1 noscript:hidden">
      <span className="shrink-0 text-sm text-soft max-sm:sr-only">Sort by</span>
      <Select
        value={query.sort ?? (isSearch ? 'best-match' : 'featured')}
        onChange={(event) =>
          onChange(
            SORT_CHOICES.find(({ value }) => value === event.target.value && (isSearch || value !== 'featured'))
              ?.value ?? null,
          )
        }
      >
        {isSearch && <option value="best-match">Best Match</option>}
        {SORT_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </label>
  )
}
