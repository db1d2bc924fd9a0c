import { useDeferredValue, useMemo, useRef, type ReactNode } from 'react'
import { facetsPath, productsPath, type ListingQuery } from '#contracts/listing'
import { useFacets } from '../../../features/catalog/use-facets.ts'
import { listingPages } from '../../../features/catalog/listing-pages.ts'
import { useProductPage } from '../../../features/catalog/use-products.ts'
import { ActiveFilters } from '../../../features/catalog/active-filters.tsx'
import { FilterPanel } from '../../../features/catalog/filter-panel.tsx'
import { FilterShortcuts } from '../../../features/catalog/filter-shortcuts.tsx'
import { SearchNote } from '../../../features/catalog/search-note.tsx'
import { SortSelect } from '../../../features/catalog/sort-select.tsx'
import { countFilters } from '../../../features/catalog/listing-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { classNames } from '../../../lib/class-names.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { ListingResults } from './listing-results.tsx'
import { useAskedQuery } from './use-asked-query.ts'
import { useResultsInView } from './use-results-in-view.ts'
import { useSearchStatistics } from './use-search-statistics.ts'

interface ListingProps {
  readonly query: ListingQuery
  /** The heading above the products. */
  readonly heading: ReactNode
  /** How the number of products is shown, with the page in view ("page 2 of 42") when there are several. */
  readonly renderCount: (total: number, place: string | null) => ReactNode
  /** The level of the headings below `heading`. */
  readonly level: 'h2' | 'h3'
  readonly skeletons: number
  readonly errorMessage: string
  /** Instead of the products where there are none and no filter is in force. */
  readonly empty?: ReactNode
  readonly className: string
}

/** Heading with count, sort, filters, the products and their pages (specification 1, section 2). */
export function Listing({
  query,
  heading,
  renderCount,
  level,
  skeletons,
  errorMessage,
  empty,
  className,
}: ListingProps) {
  const answer = useProductPage(productsPath(query))
  const results = useRef<HTMLElement>(null)
  useResultsInView(results, answer)
  const { facets, isPrevious: areFacetsPrevious, isOutdated: areCountsOutdated } = useFacets(facetsPath(query))
  const counts = areCountsOutdated ? undefined : facets
  const reading = areFacetsPrevious || answer.isPrevious || answer.error ? undefined : facets?.reading
  const pages = listingPages(query, answer, counts?.total)
  const { total, lastPage = 1 } = pages
  useSearchStatistics(query, answer, { total, reading, areFacetsPrevious })
  const { asked, change, follow } = useAskedQuery(query)

  // A box ticks itself; the hundred others are rendered again when that is painted.
  const rendered = useDeferredValue(asked)
  const panel = useMemo(
    () => (
      <FilterPanel query={rendered} facets={facets} isCounted={!areCountsOutdated} heading={level} onChange={change} />
    ),
    [rendered, facets, areCountsOutdated, level, change],
  )
  return (
    <div className={classNames('wrap', className)}>
      {heading}
      <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {/* As high while nobody knows the count: on a phone the filters stand below it. */}
        <output className="min-h-7 text-soft">
          {total !== undefined &&
            !answer.error &&
            renderCount(total, lastPage > 1 && query.page <= lastPage ? `page ${query.page} of ${lastPage}` : null)}
        </output>
        <div className="flex items-center gap-2.5 large-letters:flex-col large-letters:items-stretch max-sm:w-full">
          <FilterSheet
            filterCount={countFilters(asked)}
            outcome={total === undefined || areFacetsPrevious ? 'Show results' : `Show ${formatCount(total, 'result')}`}
          >
            {panel}
          </FilterSheet>
          <SortSelect query={asked} onChange={(sort) => change((now) => ({ ...now, sort, page: 1 }))} />
        </div>
      </div>
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[14.5rem_1fr]">
        <aside aria-label="Filters" className="sheet p-5 max-lg:hidden noscript:block" data-print="hide">
          {panel}
        </aside>
        <section
          ref={results}
          aria-label="Products"
          aria-busy={answer.isLoading}
          // Below the count.
          className="min-w-0 scroll-mt-28"
        >
          <div className="mb-4 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5 empty:hidden lg:not-has-[>ul]:hidden">
            <ActiveFilters query={query} facets={facets} onChange={follow} />
            <FilterShortcuts query={query} counts={counts?.shortcuts} onChange={follow} />
          </div>
          {reading && <SearchNote reading={reading} total={total ?? 0} isSorted={query.sort !== null} />}
          <ListingResults
            query={query}
            answer={answer}
            pages={pages}
            heading={level}
            skeletons={skeletons}
            errorMessage={errorMessage}
            empty={empty}
          />
        </section>
      </div>
    </div>
  )
}
