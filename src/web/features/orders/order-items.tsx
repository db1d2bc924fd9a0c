import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { formatPrice } from '../../lib/format.ts'
import { WholeWords } from '../../ui/whole-words.tsx'

/** A line as every screen shows it; guests learn no product's number. */
export interface ShownLine {
  readonly productId?: number
  readonly productName: string
  readonly quantity: number
  readonly price: string
}

interface OrderItemsProps {
  readonly items: readonly ShownLine[]
  /** At most so many; the rest is counted. */
  readonly most?: number
  /** Beside or below a line: a way to review it, for one. */
  readonly actionFor?: ((line: ShownLine) => ReactNode) | undefined
}

/** Product, quantity and price of each line (specification 2, section 2). */
export function OrderItems({ items, most = Number.POSITIVE_INFINITY, actionFor }: OrderItemsProps) {
  if (items.length === 0) return <p className="py-2 text-soft">No items available</p>
  const shown = items.length > most ? items.slice(0, most - 1) : items
  const hidden = items.length - shown.length
  return (
    <ul>
      {shown.map((line, index) => (
        <li
          key={index}
          className="grid grid-cols-[1fr_auto] gap-x-5 gap-y-1 border-b border-line py-2.5 last:border-b-0 large-letters:grid-cols-1"
        >
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {line.productId === undefined ? (
              <WholeWords>{line.productName}</WholeWords>
            ) : (
              <Link
                to={paths.product({ id: line.productId })}
                className="tap-room inline-block py-0.5 underline-offset-4 hover:underline"
              >
                <WholeWords>{line.productName}</WholeWords>
              </Link>
            )}
          </span>
          <span className="py-0.5 text-right whitespace-nowrap large-letters:text-left">
            <span className="sr-only">Quantity </span>
            {line.quantity} × <span className="font-semibold">{formatPrice(line.price)}</span>
          </span>
          {actionFor !== undefined && (
            <span className="col-span-2 empty:hidden large-letters:col-span-1">{actionFor(line)}</span>
          )}
        </li>
      ))}
      {hidden > 0 && <li className="py-2.5 text-sm text-soft">and {hidden} more in the details</li>}
    </ul>
  )
}
