import { useRef, type FormEvent } from 'react'
import type { ListingQuery } from '#contracts/listing'
import { priceOf, readAmount } from '#contracts/listing-price'
import { SCREENS } from '#contracts/screens'
import { Button } from '../../ui/button.tsx'
import { FACET_ORDER } from './facet-labels.ts'
import {
  BrandChoices,
  CategoryChoices,
  CountedCheckbox,
  FacetGroup,
  type FilterChoiceProps,
} from './filter-choices.tsx'
import { FitsFacet } from './fits-facet.tsx'
import { countFilters, NO_FILTERS, PRICE_CHOICES } from './listing-query.ts'
import { PriceChoices } from './price-choices.tsx'

const SUPPLIES = 'supplies'

interface FilterPanelProps extends FilterChoiceProps {
  /** The level that fits the page: below an h1 or below a section's h2. */
  readonly heading: 'h2' | 'h3'
}

/**
 * Brands, price range and In Stock Only (specification 1, section 2), and the facts that printers are chosen by. A choice
 * that would leave nothing says so by its count and is disabled, unless it is in force. Without script it is a form that
 * the server answers.
 */
export function FilterPanel({ query, facets, isCounted, heading: Heading, onChange }: FilterPanelProps) {
  const change = (part: Partial<ListingQuery>) => onChange((asked) => ({ ...asked, ...part, page: 1 }))
  const choices = { query, facets, isCounted, onChange }
  const top = useRef<HTMLHeadingElement>(null)

  const isSupplies = query.screen === 'products' && query.category === SUPPLIES

  function applyTyped(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const own = priceOf({ least: readAmount(text('least')), most: readAmount(text('most')) })
    // A range from the dropdown stays when no limits are typed.
    const price = own === 'all' && PRICE_CHOICES.some(({ value }) => value === query.price) ? query.price : own
    change({ price })
  }

  /** The button is of no use afterwards, so the focus goes on. */
  function clearAll(): void {
    top.current?.focus({ preventScroll: true })
    change(NO_FILTERS)
  }

  return (
    <form action={SCREENS[query.screen].path} onSubmit={applyTyped} className="grid gap-5">
      <div className="flex min-h-11 items-center justify-between gap-3 in-[[role=dialog]]:mr-12">
        <Heading ref={top} tabIndex={-1} className="text-xl">
          Filters
        </Heading>
        <Button variant="flush" size="small" className="-mr-3" disabled={countFilters(query) === 0} onClick={clearAll}>
          Clear All
        </Button>
      </div>
      <ScopeFields query={isSupplies ? { ...query, search: null } : query} />
      {(isSupplies || query.fits.length > 0) && <FitsFacet {...choices} />}
      <CategoryChoices {...choices} />
      <PriceChoices price={query.price} facets={facets} isCounted={isCounted} onChange={(price) => change({ price })} />
      <CountedCheckbox
        name="inStock"
        value="true"
        count={isCounted ? facets?.inStock : undefined}
        checked={query.inStock}
        onChange={() => onChange((asked) => ({ ...asked, inStock: !asked.inStock, page: 1 }))}
      >
        In Stock Only
      </CountedCheckbox>
      <BrandChoices {...choices} />
      {FACET_ORDER.map((facet) => (
        <FacetGroup key={facet} facet={facet} {...choices} />
      ))}
      <noscript>
        <button type="submit" className="min-h-11 rounded border-2 border-ink px-5 font-semibold">
          Show products
        </button>
      </noscript>
    </form>
  )
}

/** What the filters narrow down, for the form that is sent without script. */
function ScopeFields({ query }: { readonly query: ListingQuery }) {
  const fields = {
    category: query.screen === 'products' && query.category,
    search: query.search,
    featured: query.featured && 'true',
    business: query.business && 'true',
    sort: query.sort,
  }
  return Object.entries(fields).map(([name, value]) =>
    value ? <input key={name} type="hidden" name={name} value={value} /> : null,
  )
}
