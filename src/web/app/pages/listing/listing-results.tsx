import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListingQuery } from '#contracts/listing'
import { ProductGrid, ProductGridSkeleton } from '../../../features/catalog/product-grid.tsx'
import { Pagination } from '../../../features/catalog/pagination.tsx'
import type { ListingPages } from '../../../features/catalog/listing-pages.ts'
import type { ProductPage } from '../../../features/catalog/use-products.ts'
import { countFilters, listingLink, NO_FILTERS } from '../../../features/catalog/listing-query.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Async } from '../../../ui/async.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { illustration } from '../../illustrations.ts'
import { paths } from '../../../lib/paths.ts'
import { ShopProductCard } from '../../shop-product-card.tsx'

interface ListingResultsProps {
  readonly query: ListingQuery
  readonly answer: ProductPage
  readonly pages: ListingPages
  readonly heading: 'h2' | 'h3'
  readonly skeletons: number
  readonly errorMessage: string
  /** Instead of the products where there are none and no filter is in force. */
  readonly empty: ReactNode
}

/** Loading, failed, empty, or the products of this page (specification 1, sections 2 and 4). */
export function ListingResults({ query, answer, pages, heading, skeletons, errorMessage, empty }: ListingResultsProps) {
  // A category's own screen shows only its products, whatever the answer contains (specification 1, section 7).
  const products = answer.data?.filter(({ category }) => query.screen === 'products' || category === query.screen)
  const isAll = !pages.isPastTheEnd && query.page <= (pages.lastPage ?? query.page) && countFilters(query) === 0
  return (
    <Async
      data={answer.error ? undefined : products}
      error={answer.error}
      errorMessage={errorMessage}
      onRetry={answer.retry}
      loading={<ProductGridSkeleton count={skeletons} width="narrow" hasBelow />}
      isEmpty={(list) => list.length === 0}
      empty={(isAll && empty) || <NoProducts query={query} pages={pages} />}
    >
      {(list) => (
        <>
          <ProductGrid
            products={list}
            width="narrow"
            isAtTop
            className={classNames(
              'transition-opacity duration-200',
              answer.isPrevious && 'pointer-events-none opacity-45',
            )}
          >
            {(product, place) => <ShopProductCard product={product} heading={heading} {...place} isComparable />}
          </ProductGrid>
          <Pagination query={query} pages={pages} />
        </>
      )}
    </Async>
  )
}

/**
 * Clear All Filters takes back the panel's choices. Where there are none, a search or a category is what finds nothing,
 * and it leads to everything. A page past the last one has nothing to do with either, and leads to the last, or
 * while nobody knows which is the last, to the one before, which may be empty too, and to the first.
 */
function NoProducts({ query, pages }: { readonly query: ListingQuery; readonly pages: ListingPages }) {
  const navigate = useNavigate()
  const everything = countFilters(query) > 0 ? listingLink({ ...query, ...NO_FILTERS, page: 1 }) : paths.products()

  /** The button goes with the empty list, so that the page begins anew, with the focus on its heading. */
  function clearAll({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    currentTarget.blur()
    void navigate(everything)
  }

  const drawing = illustration('no-results')
  if (pages.isPastTheEnd) {
    const { lastPage } = pages
    const title =
      lastPage === undefined ? `This list ends before page ${query.page}` : `This list ends at page ${lastPage}`
    const page = lastPage ?? query.page - 1
    return (
      <EmptyState title={title} drawing={drawing} className="sheet">
        <ButtonLink to={listingLink({ ...query, page })}>Go to page {page}</ButtonLink>
        {lastPage === undefined && page > 1 && (
          <ButtonLink to={listingLink({ ...query, page: 1 })} variant="quiet">
            Go to page 1
          </ButtonLink>
        )}
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No products found matching your criteria." drawing={drawing} className="sheet">
      <Button onClick={clearAll}>Clear All Filters</Button>
    </EmptyState>
  )
}
