import type { ReactNode, RefObject } from 'react'
import { COST_RULES, formatMoney, type Costs } from '#platform/shared-kernel/money'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CostList } from '../../ui/cost-list.tsx'
import { missingForFreeShipping } from './cart.ts'

interface CartSummaryProps {
  readonly costs: Costs
  /** When it arrives. */
  readonly delivery: ReactNode
  /** The way to the checkout. */
  readonly action: RefObject<HTMLDivElement | null>
}

/** What the cart costs, and the ways on (specification 1, sections 2 and 9). */
export function CartSummary({ costs, delivery, action }: CartSummaryProps) {
  const missing = missingForFreeShipping(costs.subtotalCents)
  return (
    <section
      aria-labelledby="order-summary"
      className="crop-marks grid gap-5 sheet px-6 py-10 lg:sticky lg:top-(--below-header)"
    >
      <h2 id="order-summary" className="text-2xl">
        Order Summary
      </h2>
      <CostList costs={costs} />
      {missing !== null && (
        <div className="grid gap-2">
          <p className="text-sm font-medium">Add {formatMoney(missing)} more for free shipping!</p>
          <div aria-hidden="true" className="h-1.5 rounded-full bg-wash">
            <div
              className="h-full rounded-full bg-cyan"
              style={{ width: `${shareOfFreeShipping(costs.subtotalCents)}%` }}
            />
          </div>
        </div>
      )}
      {delivery}
      <div ref={action} className="grid gap-3">
        <ButtonLink to={paths.checkout()} size="large" wide>
          Proceed to Checkout
        </ButtonLink>
        <ButtonLink to={paths.products()} variant="quiet" wide>
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  )
}

function shareOfFreeShipping(subtotalCents: number): number {
  return Math.min(100, Math.round((subtotalCents / COST_RULES.freeShippingAboveCents) * 100))
}
