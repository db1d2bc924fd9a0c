import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { isMadeToOrder, stockLabel } from './product-details.ts'

interface StockLineProps {
  readonly product: Product
  /** Why no more can be bought, such as "Only 3 left". */
  readonly limit: string | null
  readonly className?: string
}

/** In Stock or Out of Stock, and what limits how many can be bought. */
export function StockLine({ product, limit, className }: StockLineProps) {
  const { inStock } = product
  return (
    <p className={classNames('flex items-center gap-2.5', className)}>
      <span
        aria-hidden="true"
        className={classNames('size-2.5 shrink-0 rounded-full', inStock ? 'bg-ok' : 'bg-edge')}
      />
      <span className={classNames('shrink-0 font-semibold', inStock ? 'text-ok' : 'text-soft')}>
        {stockLabel(product)}
      </span>
      <span
        aria-live="polite"
        className={limit === null ? 'text-soft' : 'font-semibold text-magenta max-[22rem]:text-sm'}
      >
        {limit ?? (isMadeToOrder(product) && 'Made to order')}
      </span>
    </p>
  )
}
