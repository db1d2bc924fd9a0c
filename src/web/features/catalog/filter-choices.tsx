import { Plus } from 'lucide-react'
import { startTransition, useId, useOptimistic, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProductFacets } from '#contracts/catalog'
import type { FacetName, ListingQuery } from '#contracts/listing'
import { groupDigits } from '#platform/shared-kernel/money'
import { classNames } from '../../lib/class-names.ts'
import { FACET_LABELS, valuesOf } from './facet-labels.ts'
import { categoryLabel } from '../../lib/categories.ts'
import { RenderedOnce, FilledIn } from '../../lib/server-markup.tsx'
import { inCategory, listingLink, toggleBrand, toggleChoice } from './listing-query.ts'

/** What every group of choices in the filter panel needs. */
export interface FilterChoiceProps {
  readonly query: ListingQuery
  /** The choices, with their counts; undefined until they are known. */
  readonly facets: ProductFacets | undefined
  /** Whether the counts are those of this list; without them every choice can be made and none is counted. */
  readonly isCounted: boolean
  /** Changes what is asked for by now, which may be more than is shown yet. */
  readonly onChange: (change: (asked: ListingQuery) => ListingQuery) => void
}

const legendClass = 'mb-1.5 text-sm font-semibold'

/** The categories, of which a listing shows one or all: links, each a list of its own. */
export function CategoryChoices({ query, facets, isCounted }: Omit<FilterChoiceProps, 'onChange'>) {
  const id = useId()
  const all = facets?.categories ?? []
  if (all.length < 2) return null
  const links = [
    ...(query.category === null ? [] : [{ category: null, label: 'All categories', count: undefined }]),
    ...all.map(({ category, count }) => ({
      category,
      label: categoryLabel(category),
      count: isCounted ? count : undefined,
    })),
  ]
  return (
    <nav aria-labelledby={id}>
      <p id={id} className={legendClass}>
        Category
      </p>
      <ul className="grid">
        {links.map(({ category, label, count }) => {
          const isCurrent = category !== null && category === query.category
          const isEmpty = count === 0 && !isCurrent
          return (
            <li key={label}>
              <FilledIn
                name={`category ${isEmpty} ${isCurrent} ${count !== undefined}`}
                texts={[
                  label,
                  listingLink(inCategory(query, category)).slice(1),
                  ...(count === undefined ? [] : [groupDigits(count)]),
                ]}
              >
                {([label, address, count]) => {
                  const className = 'flex min-h-8 items-center justify-between gap-2 pointer-coarse:min-h-11'
                  const content = (
                    <>
                      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
                      {count !== undefined && <span className="text-sm text-soft">{count}</span>}
                    </>
                  )
                  if (isEmpty) return <span className={classNames(className, 'text-soft')}>{content}</span>
                  return (
                    <Link
                      to={`/${address}`}
                      {...(isCurrent && { 'aria-current': 'page' as const })}
                      className={classNames(className, 'no-underline hover:underline', isCurrent && 'font-semibold')}
                    >
                      {content}
                    </Link>
                  )
                }}
              </FilledIn>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The values of a facet that some product has, within a group that opens and closes. */
export function FacetGroup({
  facet,
  query,
  facets,
  isCounted,
  onChange,
}: FilterChoiceProps & { readonly facet: FacetName }) {
  const counts = facets?.choices[facet]
  const chosen: readonly string[] = query.choices[facet] ?? []
  const shown = valuesOf(facet).filter(({ value }) => counts?.[value] !== undefined || chosen.includes(value))
  const { title, isOpen = false } = FACET_LABELS[facet]
  if (shown.length === 0) return null
  return (
    <details open={isOpen || chosen.length > 0} className="group">
      <summary className="flex min-h-8 cursor-pointer list-none items-center justify-between text-sm font-semibold hover:text-cyan pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {title}
        <RenderedOnce name="plus">
          <Plus aria-hidden="true" className="size-4 shrink-0 text-cyan group-open:rotate-45" />
        </RenderedOnce>
      </summary>
      <fieldset className="mt-1 grid gap-0.5">
        <legend className="sr-only">{title}</legend>
        {shown.map(({ value, label }) => (
          <CountedCheckbox
            key={value}
            name={facet}
            value={value}
            count={isCounted ? (counts?.[value] ?? (facets && 0)) : undefined}
            checked={chosen.includes(value)}
            onChange={() => onChange((asked) => toggleChoice(asked, facet, value))}
          >
            {label}
          </CountedCheckbox>
        ))}
      </fieldset>
    </details>
  )
}

/** How many brands are seen before anybody asks for all. */
const FIRST_BRANDS = 6

/** The brands with the most products first, otherwise by name as they come; chosen ones always. */
export function BrandChoices({ query, facets, isCounted, onChange }: FilterChoiceProps) {
  const [showsAll, setShowsAll] = useState(false)
  // Those of the address can be taken back while the others are on their way.
  const known: readonly { readonly brand: string; readonly count?: number }[] =
    facets?.brands ?? query.brands.map((brand) => ({ brand }))
  const brands = known.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0))
  if (brands.length === 0) return null
  const isFirst = (brand: string, at: number) => at < FIRST_BRANDS || query.brands.includes(brand)
  const first = brands.filter(({ brand }, at) => isFirst(brand, at))
  const rest = brands.filter(({ brand }, at) => !isFirst(brand, at))
  const more = facets?.moreBrands ?? 0
  const moreNote = more > 0 && (
    <p className="py-1 text-sm text-soft">
      {groupDigits(more)} more {more === 1 ? 'brand is' : 'brands are'} not listed. Search for a brand to find its
      products.
    </p>
  )
  const box = ({ brand, count }: (typeof brands)[number]) => (
    <CountedCheckbox
      key={brand}
      name="brand"
      value={brand}
      count={isCounted ? count : undefined}
      checked={query.brands.includes(brand)}
      onChange={() => onChange((asked) => toggleBrand(asked, brand))}
    >
      {brand}
    </CountedCheckbox>
  )
  return (
    <fieldset className="grid gap-0.5">
      <legend className={legendClass}>Brand</legend>
      {(showsAll ? brands : first).map(box)}
      {rest.length > 0 && (
        <>
          <noscript>
            {rest.map(box)}
            {moreNote}
          </noscript>
          {showsAll && moreNote}
          <button
            type="button"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
            className="min-h-8 justify-self-start text-link text-sm pointer-coarse:min-h-11 noscript:hidden"
          >
            {showsAll
              ? 'Show fewer'
              : `Show ${more > 0 ? groupDigits(brands.length) : `all ${groupDigits(brands.length)}`}`}
          </button>
        </>
      )}
    </fieldset>
  )
}

interface CountedCheckboxProps {
  readonly name: string
  readonly value: string
  readonly count: number | undefined
  readonly checked: boolean
  readonly onChange: () => void
  readonly children: string
}

/**
 * A checkbox with the number of products it would leave at its right; the number is described, not part of the name. What
 * would leave nothing is disabled unless it is in force. It shows its tick at once, and everything else follows.
 */
export function CountedCheckbox({ name, value, count, checked, onChange, children }: CountedCheckboxProps) {
  const id = useId()
  const [isTicked, tick] = useOptimistic(checked)
  const isCounted = count !== undefined
  const isDisabled = count === 0 && !isTicked
  return (
    <FilledIn
      name={`checkbox ${isCounted} ${isTicked} ${isDisabled}`}
      texts={[name, value, children, id, ...(isCounted ? [groupDigits(count)] : [])]}
    >
      {([name, value, label, id, count]) => (
        <label className={classNames('tick-line', isDisabled && 'text-soft')}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={isTicked}
            onChange={() =>
              startTransition(() => {
                tick(!isTicked)
                onChange()
              })
            }
            disabled={isDisabled}
            {...(isCounted && { 'aria-describedby': id })}
            className="tick-box"
          />
          <span className="min-w-0 flex-1 pt-0.5 leading-snug [overflow-wrap:anywhere]">{label}</span>
          {isCounted && (
            <span id={id} aria-hidden="true" className="pt-1 text-sm text-soft">
              {count}
            </span>
          )}
        </label>
      )}
    </FilledIn>
  )
}
