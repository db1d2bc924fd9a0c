import { useNavigate } from 'react-router-dom'
import type { ListingQuery } from '#contracts/listing'
import { ProductGrid, ProductGridSkeleton } from '../../../features/catalog/product-grid.tsx'
import { Pagination } from '../../../features/catalog/pagination.tsx'
import { CompareChoice } from '../../../features/compare/compare-choice.tsx'
import type { ProductPage } from '../../../features/catalog/use-products.ts'
import { countFilters, NO_FILTERS } from '../../../features/catalog/listing-query.ts'
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
  readonly lastPage: number
}

/** Loading, failed, empty, or the products of this page (specification 1, sections 2 and 4). */
export function ListingResults({ query, answer, lastPage }: ListingResultsProps) {
  return (
    <Async
      data={answer.error ? undefined : answer.data}
      error={answer.error}
      errorMessage="Failed to load products. Please try again."
      onRetry={answer.retry}
      loading={<ProductGridSkeleton count={12} width="narrow" hasBelow />}
      isEmpty={(products) => products.length === 0}
      empty={<NoProducts query={query} lastPage={lastPage} />}
    >
      {(products) => (
        <>
          <ProductGrid
            products={products}
            width="narrow"
            isAtTop
            className={classNames(
              'transition-opacity duration-200',
              answer.isPrevious && 'pointer-events-none opacity-45',
            )}
          >
            {(product, place) => (
              <ShopProductCard product={product} heading="h2" {...place} below={<CompareChoice product={product} />} />
            )}
          </ProductGrid>
          <Pagination query={query} lastPage={lastPage} />
        </>
      )}
    </Async>
  )
}

/**
 * Clear All Filters takes back the panel's choices. Where there are none, a search or a category is what finds nothing,
 * and it leads to everything.
 */
function NoProducts({ query, lastPage }: { readonly query: ListingQuery; readonly lastPage: number }) {
  const navigate = useNavigate()
  const everything = countFilters(query) > 0 ? paths.products({ ...query, ...NO_FILTERS, page: 1 }) : paths.products()
  const isPastTheEnd = query.page > lastPage
  return (
    <EmptyState
      title="No products found matching your criteria."
      drawing={illustration('no-results')}
      className="sheet"
    >
      {isPastTheEnd && <ButtonLink to={paths.products({ ...query, page: lastPage })}>Go to page {lastPage}</ButtonLink>}
      <Button variant={isPastTheEnd ? 'quiet' : 'solid'} onClick={() => void navigate(everything)}>
        Clear All Filters
      </Button>
    </EmptyState>
  )
}
