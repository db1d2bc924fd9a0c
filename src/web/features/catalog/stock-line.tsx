import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { stockOf } from './product-details.ts'

/** In Stock or Out of Stock, and how many are left where they are few. */
export function StockLine({ product, className }: { readonly product: Product; readonly className?: string }) {
  const { label, note } = stockOf(product)
  return (
    <p className={classNames('flex items-center gap-2.5', className)}>
      <span aria-hidden="true" className={classNames('size-2.5 rounded-full', product.inStock ? 'bg-ok' : 'bg-edge')} />
      <span className={classNames('font-semibold', product.inStock ? 'text-ok' : 'text-soft')}>{label}</span>
      {note !== null && (
        <span className={note.startsWith('Only') ? 'font-semibold text-magenta' : 'text-soft'}>{note}</span>
      )}
    </p>
  )
}
