import { useId, type ReactNode } from 'react'
import type { Product } from '#contracts/catalog'
import { ProductGrid, ProductGridSkeleton } from '../../../features/catalog/product-grid.tsx'
import { CompareChoice } from '../../../features/compare/compare-choice.tsx'
import type { ReadResult } from '../../../lib/use-read.ts'
import { Async } from '../../../ui/async.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ShopProductCard } from '../../shop-product-card.tsx'

interface CategoryProductsProps {
  readonly title: string
  /** Behind the number in the badge: "Products Available". */
  readonly counted: string
  readonly products: readonly Product[] | undefined
  readonly answer: Pick<ReadResult<readonly Product[]>, 'error' | 'retry'>
  readonly skeletons: number
  readonly errorMessage: string
  readonly empty: ReactNode
}

/** A category's products below their heading and count. */
export function CategoryProducts({
  title,
  counted,
  products,
  answer,
  skeletons,
  errorMessage,
  empty,
}: CategoryProductsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="wrap py-12 sm:py-16">
      <div className="mb-7 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        <output>
          {products !== undefined && (
            <Badge tone="speak" className="px-3 py-2 text-sm">
              {products.length} {counted}
            </Badge>
          )}
        </output>
      </div>
      <Async
        data={products}
        error={answer.error}
        errorMessage={errorMessage}
        onRetry={answer.retry}
        loading={<ProductGridSkeleton count={skeletons} hasBelow />}
        isEmpty={(list) => list.length === 0}
        empty={empty}
      >
        {(list) => (
          <ProductGrid products={list} isAtTop>
            {(product, { isFirst }) => (
              <ShopProductCard product={product} isFirst={isFirst} below={<CompareChoice product={product} />} />
            )}
          </ProductGrid>
        )}
      </Async>
    </section>
  )
}
