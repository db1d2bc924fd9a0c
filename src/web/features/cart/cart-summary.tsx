import { COST_RULES, formatMoney, type Costs } from '#platform/money'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { missingForFreeShipping } from './cart.ts'

/** What the cart costs, and the ways on (specification 1, sections 2 and 9). */
export function CartSummary({ costs }: { readonly costs: Costs }) {
  const missing = missingForFreeShipping(costs.subtotalCents)
  return (
    <section aria-labelledby="order-summary" className="crop-marks grid gap-5 sheet px-6 py-10 lg:sticky lg:top-24">
      <h2 id="order-summary" className="text-2xl">
        Order Summary
      </h2>
      <dl className="grid gap-2.5">
        <Row name="Subtotal" value={formatMoney(costs.subtotalCents)} />
        <Row name="Shipping" value={costs.shippingCents === 0 ? 'Free' : formatMoney(costs.shippingCents)} />
        <Row name="Tax" value={formatMoney(costs.taxCents)} />
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
          <dt className="font-semibold">Total</dt>
          <dd className="figures text-3xl font-bold">{formatMoney(costs.totalCents)}</dd>
        </div>
      </dl>
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
      <div className="grid gap-3">
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

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function shareOfFreeShipping(subtotalCents: number): number {
  return Math.min(100, Math.round((subtotalCents / COST_RULES.freeShippingAboveCents) * 100))
}
