import type { ReactNode } from 'react'
import { formatMoney, parseDecimal, type Costs } from '#platform/shared-kernel/money'
import { CostList } from '../../ui/cost-list.tsx'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { ProductImage } from '../../ui/product-image.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { CheckoutLine } from './place-order.ts'

const LINES_IN_SIGHT = 3

interface CheckoutSummaryProps {
  readonly lines: readonly CheckoutLine[]
  readonly costs: Costs
  /** A note about a line: its price has changed, it is sold out. */
  readonly noteOf: (productId: number) => ReactNode
  /** Comes before everything else: why an order was refused. */
  readonly notice: ReactNode
  /** The button and the notes beside it. */
  readonly children: ReactNode
}

/** The order as it will be placed, always in sight (specification 1, section 2). */
export function CheckoutSummary({ lines, costs, noteOf, notice, children }: CheckoutSummaryProps) {
  return (
    <section
      aria-labelledby="order-summary"
      className="crop-marks flex flex-col gap-5 sheet px-5 py-10 large-letters:px-3 sm:px-7 lg:sticky lg:top-(--below-header)"
    >
      <h2 id="order-summary" className="text-2xl">
        Order Summary
      </h2>
      {notice}
      {/* A long list scrolls by itself, so that total and button stay in sight; the keyboard must reach it then. */}
      <ul
        aria-label="Items"
        {...(lines.length > LINES_IN_SIGHT && { tabIndex: 0 })}
        className="-m-1 grid grid-cols-[minmax(0,1fr)] gap-4 p-1 lg:max-h-[45dvh] lg:overflow-y-auto"
      >
        {lines.map(({ productId, quantity, product }) => (
          <li key={productId} className="grid min-w-0 gap-2.5">
            <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] large-letters:grid-cols-1 items-center gap-x-3.5 gap-y-0.5">
              <span className="lit-sheet rounded border border-line p-1 large-letters:w-18">
                <ProductImage
                  src={product.image}
                  alt=""
                  standIn={categoryPicturePath(product.category)}
                  width={72}
                  height={54}
                />
              </span>
              <span className="grid min-w-0 gap-0.5">
                <span title={product.name} className="line-clamp-3 leading-snug font-semibold [overflow-wrap:anywhere]">
                  <WholeWords>{product.name}</WholeWords>
                </span>
                <span className="text-sm text-soft">Quantity: {quantity}</span>
              </span>
              <span className="text-right font-semibold max-[23rem]:col-start-2 max-[23rem]:text-left large-letters:col-start-1">
                {formatMoney((parseDecimal(product.price) ?? 0) * quantity)}
              </span>
            </div>
            {noteOf(productId)}
          </li>
        ))}
      </ul>
      <CostList costs={costs} className="border-t border-line pt-5" />
      {children}
    </section>
  )
}
