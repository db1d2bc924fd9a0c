import type { ReactNode } from 'react'
import type { ListedProduct } from '#contracts/listed-product'
import { classNames } from '../../lib/class-names.ts'
import { RenderedOnce } from '../../lib/server-markup.tsx'
import { cardPlaceClass, ProductCardSkeleton } from './product-card.tsx'

/** Two cards beside each other, unless large letters leave no room for a second. */
const phone = 'grid-cols-2 large-letters:grid-cols-1'

const columns = {
  /** Beside a filter panel. */
  narrow: `${phone} md:grid-cols-3 lg:grid-cols-2 min-[70rem]:grid-cols-3`,
  /** Over the whole width. */
  full: `${phone} md:grid-cols-3 lg:grid-cols-4`,
  /** Four products, in one row or two. */
  four: `${phone} lg:grid-cols-4`,
}
const base = '-mb-2.5 grid gap-x-2.5 sm:-mb-4 sm:gap-x-4'

/** How many cards fill the first row of the widest screen. */
const FIRST_ROW = 4

interface ProductGridProps {
  readonly products: readonly ListedProduct[]
  readonly width?: keyof typeof columns
  /** Renders one card. `isFirst` for the first row, `isLargest` for the picture that counts when the grid is near the top. */
  readonly children: (
    product: ListedProduct,
    place: { readonly isFirst: boolean; readonly isLargest: boolean },
  ) => ReactNode
  /** Whether the grid is what people see first. */
  readonly isAtTop?: boolean
  readonly className?: string
}

/** A grid of product cards; the cards of a row share its lines (`cardPlaceClass`). */
export function ProductGrid({ products, width = 'full', children, isAtTop = false, className }: ProductGridProps) {
  return (
    <ul className={classNames(base, columns[width], className)}>
      {products.map((product, index) => (
        <li key={product.id} className={cardPlaceClass}>
          {children(product, { isFirst: isAtTop && index < FIRST_ROW, isLargest: isAtTop && index === 0 })}
        </li>
      ))}
    </ul>
  )
}

/** As many skeletons as the screen is specified to show. */
export function ProductGridSkeleton({
  count,
  width = 'full',
  hasBelow = false,
}: {
  readonly count: number
  readonly width?: keyof typeof columns
  readonly hasBelow?: boolean
}) {
  return (
    <RenderedOnce name={`skeletons ${count} ${width} ${hasBelow}`}>
      <div className={classNames(base, columns[width])}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="pb-2.5 sm:pb-4">
            <ProductCardSkeleton hasBelow={hasBelow} />
          </div>
        ))}
      </div>
    </RenderedOnce>
  )
}
