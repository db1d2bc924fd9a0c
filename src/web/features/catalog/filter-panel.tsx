import type { ReactNode } from 'react'
import type { ProductFacets } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { SCREENS } from '#contracts/screens'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { countFilters, NO_FILTERS, PRICE_CHOICES, toggleBrand } from './listing-query.ts'

interface FilterChoiceProps {
  readonly query: ListingQuery
  /** Counts per choice; without them every choice can be made and none is counted. */
  readonly facets: ProductFacets | undefined
  readonly onChange: (query: ListingQuery) => void
}

interface FilterPanelProps extends FilterChoiceProps {
  /** The level that fits the page: below an h1 or below a section's h2. */
  readonly heading: 'h2' | 'h3'
}

/**
 * Brands, price range and In Stock Only (specification 1, section 2). A choice that would leave nothing is disabled
 * unless it is in force. Without script it is a form that the server answers.
 */
export function FilterPanel({ query, facets, heading: Heading, onChange }: FilterPanelProps) {
  const change = (part: Partial<ListingQuery>) => onChange({ ...query, ...part, page: 1 })
  const priceCounts = new Map(facets?.priceRanges.map(({ range, count }) => [range, count]))
  return (
    <form action={SCREENS[query.screen].path} onSubmit={(event) => event.preventDefault()} className="grid gap-7">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <Heading className="text-xl">Filters</Heading>
        <Button
          variant="flush"
          size="small"
          className="-mr-3"
          disabled={countFilters(query) === 0}
          onClick={() => change(NO_FILTERS)}
        >
          Clear All
        </Button>
      </div>
      <ScopeFields query={query} />
      <BrandChoices query={query} facets={facets} onChange={onChange} />
      <Field label="Price">
        <Select
          name="price"
          value={query.price}
          onChange={(event) =>
            change({ price: PRICE_CHOICES.find(({ value }) => value === event.target.value)?.value ?? 'all' })
          }
        >
          {PRICE_CHOICES.map(({ value, label }) => {
            const count = priceCounts.get(value)
            return (
              <option key={value} value={value} disabled={count === 0 && value !== 'all' && value !== query.price}>
                {count === undefined || value === 'all' ? label : `${label} (${count})`}
              </option>
            )
          })}
        </Select>
      </Field>
      <CountedCheckbox
        name="inStock"
        value="true"
        count={facets?.inStock}
        checked={query.inStock}
        onChange={() => change({ inStock: !query.inStock })}
      >
        In Stock Only
      </CountedCheckbox>
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

/** All brands from A to Z; a long list scrolls in its own place, so that price and stock stay near. */
function BrandChoices({ query, facets, onChange }: FilterChoiceProps) {
  const counted = facets?.brands ?? []
  // A brand of the address stays in the list even where nothing is left of it, so that it can be taken back.
  const missing = query.brands
    .filter((brand) => !counted.some((entry) => entry.brand === brand))
    .map((brand) => ({ brand, count: facets && 0 }))
  const brands = [...missing, ...counted].toSorted((one, other) => one.brand.localeCompare(other.brand, 'en'))
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Brand</legend>
      <div className="-ml-1.5 grid max-h-[21.5rem] gap-0.5 overflow-y-auto border-y border-line py-2 pr-2 pl-1.5 [scrollbar-width:thin]">
        {brands.map(({ brand, count }) => (
          <CountedCheckbox
            key={brand}
            name="brand"
            value={brand}
            count={count}
            checked={query.brands.includes(brand)}
            onChange={() => onChange(toggleBrand(query, brand))}
          >
            {brand}
          </CountedCheckbox>
        ))}
      </div>
    </fieldset>
  )
}

interface CountedCheckboxProps {
  readonly name: string
  readonly value: string
  readonly count: number | undefined
  readonly checked: boolean
  readonly onChange: () => void
  readonly children: ReactNode
}

/** A checkbox with the number of products it would leave at its right; the number is described, not part of the name. */
function CountedCheckbox({ name, value, count, checked, onChange, children }: CountedCheckboxProps) {
  const id = `${name}-${value}-count`.replaceAll(/\s+/g, '-')
  return (
    <div className="flex items-start justify-between gap-2">
      <Checkbox
        name={name}
        value={value}
        label={children}
        checked={checked}
        onChange={onChange}
        disabled={count === 0 && !checked}
        {...(count !== undefined && { 'aria-describedby': id })}
        className="min-w-0"
      />
      {count !== undefined && (
        <span id={id} aria-hidden="true" className="pt-1.5 text-sm text-soft pointer-coarse:pt-3">
          {count}
        </span>
      )}
    </div>
  )
}
