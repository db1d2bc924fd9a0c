import { TriangleAlert } from 'lucide-react'
import { formatPrice } from '../../lib/format.ts'
import type { CartItem } from './cart.ts'
import type { LineNotice } from './reprice.ts'
import { removeFromCart, setCartQuantity } from './use-cart.ts'

interface LineNoticesProps {
  readonly item: CartItem
  readonly notices: readonly LineNotice[]
}

/** What changed about a line since it was put into the cart, and what can be done about it. */
export function LineNotices({ item, notices }: LineNoticesProps) {
  if (notices.length === 0) return null
  return (
    <ul className="grid gap-2">
      {notices.map((notice) => (
        <li
          key={notice.kind}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border-l-4 border-yellow bg-yellow-wash px-3 py-2 text-sm"
        >
          {/* The sign stands before the words also where they take two lines. */}
          <span className="flex flex-1 basis-40 gap-3">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{sentence(notice)}</span>
          </span>
          {(notice.kind === 'gone' || notice.kind === 'out-of-stock') && (
            <button type="button" className={actionClass} onClick={() => removeFromCart(item.productId)}>
              Remove<span className="sr-only"> {item.product.name}</span>
            </button>
          )}
          {notice.kind === 'too-few' && (
            <button type="button" className={actionClass} onClick={() => setCartQuantity(item.productId, notice.left)}>
              Take {notice.left}
              <span className="sr-only"> of {item.product.name}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const actionClass =
  '-mx-1 min-h-8 rounded px-1 font-semibold underline underline-offset-4 hover:decoration-2 pointer-coarse:min-h-11'

function sentence(notice: LineNotice): string {
  switch (notice.kind) {
    case 'price-changed':
      return `The price changed from ${formatPrice(notice.from)} to ${formatPrice(notice.to)}.`
    case 'gone':
      return 'No longer available.'
    case 'out-of-stock':
      return 'Out of stock at the moment.'
    case 'too-few':
      return notice.left === 1 ? 'Only 1 is left.' : `Only ${notice.left} are left.`
  }
}
