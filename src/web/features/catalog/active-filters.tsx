import { memo } from 'react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ProductFacets } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { FilledIn } from '../../lib/server-markup.tsx'
import { FACET_ORDER, valuesOf } from './facet-labels.ts'
import { listingLink, NO_FILTERS, priceLabel, toggleBrand, toggleChoice, toggleModel } from './listing-query.ts'

interface ActiveFiltersProps {
  readonly query: ListingQuery
  /** The counts of the panel, which know the names of models. */
  readonly facets: ProductFacets | undefined
}

/** The choices in force, each a link to the list without it. Nothing when there are none. */
export const ActiveFilters = memo(function ActiveFilters({ query, facets }: ActiveFiltersProps) {
  const chips = chipsOf(query, facets)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <FilledIn name="filter chip" texts={[label, `Remove filter: ${label}`, listingLink(without).slice(1)]}>
            {([label, removal, address]) => (
              <Link to={`/${address}`} aria-label={removal} className="filter-chip">
                {label}
                <X aria-hidden="true" className="size-3.5 shrink-0" />
              </Link>
            )}
          </FilledIn>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={listingLink({ ...query, ...NO_FILTERS, page: 1 })}
            className="inline-flex min-h-9 items-center px-2 text-link text-sm pointer-coarse:min-h-11"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
})

interface Chip {
  readonly label: string
  readonly without: ListingQuery
}

function chipsOf(query: ListingQuery, facets: ProductFacets | undefined): readonly Chip[] {
  const first = { ...query, page: 1 }
  const chips: Chip[] = FACET_ORDER.flatMap((facet) => {
    const chosen: readonly string[] = query.choices[facet] ?? []
    return valuesOf(facet)
      .filter(({ value }) => chosen.includes(value))
      .map(({ value, chip }) => ({ label: chip, without: toggleChoice(query, facet, value) }))
  })
  for (const slug of query.fits) {
    const name = facets?.models?.found.find((model) => model.slug === slug)?.name ?? slug.replaceAll('-', ' ')
    chips.push({ label: `Fits ${name}`, without: toggleModel(query, slug) })
  }
  chips.push(...query.brands.map((brand) => ({ label: brand, without: toggleBrand(query, brand) })))
  const price = priceLabel(query.price)
  if (price !== null) chips.push({ label: price, without: { ...first, price: 'all' } })
  if (query.inStock) chips.push({ label: 'In Stock', without: { ...first, inStock: false } })
  const { without = [], wider = null } = facets?.reading ?? {}
  if (without.length > 0 && wider !== null)
    chips.unshift({ label: `Without ${without.join(', ')}`, without: { ...first, search: wider || null } })
  // What the heading does not say already.
  if (query.search && query.category) chips.unshift({ label: `“${query.search}”`, without: { ...first, search: null } })
  if (query.featured && (query.category || query.search))
    chips.push({ label: 'Featured', without: { ...first, featured: false } })
  if (query.business && (query.category || query.search || query.featured))
    chips.push({ label: 'Business', without: { ...first, business: false } })
  return chips
}
