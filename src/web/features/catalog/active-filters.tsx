import { memo } from 'react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ProductFacets } from '#contracts/catalog'
import type { FacetName, FacetValue, ListingQuery } from '#contracts/listing'
import { onPlainPress } from '../../lib/plain-press.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { FACET_ORDER, valuesOf } from './facet-labels.ts'
import { listingLink, NO_FILTERS, priceLabel, withChoices } from './listing-query.ts'

interface ActiveFiltersProps {
  readonly query: ListingQuery
  /** The counts of the panel, which know the names of models. */
  readonly facets: ProductFacets | undefined
  /** Changes what is asked for by now, which may be less than these links know. */
  readonly onChange: (change: (asked: ListingQuery) => ListingQuery) => void
}

/** The choices in force, each a link to the list without it. Nothing when there are none. */
export const ActiveFilters = memo(function ActiveFilters({ query, facets, onChange }: ActiveFiltersProps) {
  const chips = chipsOf(query, facets)
  if (chips.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, remove }) => (
        <li key={label}>
          <FilledIn name="filter chip" texts={[label, `Remove filter: ${label}`, listingLink(remove(query)).slice(1)]}>
            {([label, removal, address]) => (
              <Link
                to={`/${address}`}
                onClick={onPlainPress(() => onChange(remove))}
                aria-label={removal}
                className="filter-chip"
              >
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
            Clear All
          </Link>
        </li>
      )}
    </ul>
  )
})

interface Chip {
  readonly label: string
  readonly remove: (asked: ListingQuery) => ListingQuery
}

function chipsOf(query: ListingQuery, facets: ProductFacets | undefined): readonly Chip[] {
  const chip = (label: string, changeOf: (asked: ListingQuery) => Partial<ListingQuery>): Chip => ({
    label,
    remove: (asked) => ({ ...asked, ...changeOf(asked), page: 1 }),
  })
  const chips = FACET_ORDER.flatMap((facet) =>
    valuesOf(facet)
      .filter(({ value }) => isChosen(query, facet, value))
      .map(({ value, chip: label }) => chip(label, (asked) => withoutChoice(asked, facet, value))),
  )
  for (const slug of query.fits) {
    const name = facets?.models?.found.find((model) => model.slug === slug)?.name ?? slug.replaceAll('-', ' ')
    chips.push(chip(`Fits ${name}`, ({ fits }) => ({ fits: fits.filter((each) => each !== slug) })))
  }
  for (const brand of query.brands)
    chips.push(chip(brand, ({ brands }) => ({ brands: brands.filter((each) => each !== brand) })))
  const price = priceLabel(query.price)
  if (price !== null) chips.push(chip(price, () => ({ price: 'all' })))
  if (query.inStock) chips.push(chip('In Stock', () => ({ inStock: false })))
  const { without = [], wider = null } = facets?.reading ?? {}
  if (without.length > 0 && wider !== null)
    chips.unshift(chip(`Without ${without.join(', ')}`, () => ({ search: wider || null })))
  // What the heading does not say already.
  if (query.search && query.category) chips.unshift(chip(`“${query.search}”`, () => ({ search: null })))
  if (query.featured && (query.category || query.search)) chips.push(chip('Featured', () => ({ featured: false })))
  if (query.business && (query.category || query.search || query.featured))
    chips.push(chip('Business', () => ({ business: false })))
  return chips
}

function isChosen(query: ListingQuery, facet: FacetName, value: FacetValue): boolean {
  const chosen: readonly FacetValue[] = query.choices[facet] ?? []
  return chosen.includes(value)
}

function withoutChoice(query: ListingQuery, facet: FacetName, value: FacetValue): ListingQuery {
  const chosen: readonly FacetValue[] = query.choices[facet] ?? []
  return withChoices(query, { [facet]: chosen.filter((each) => each !== value) })
}
