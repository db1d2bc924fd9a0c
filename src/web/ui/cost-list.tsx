import { formatMoney, type Costs } from '#platform/shared-kernel/money'
import { classNames } from '../lib/class-names.ts'

/** What an order costs, from the subtotal to the total. */
export function CostList({ costs, className }: { readonly costs: Costs; readonly className?: string }) {
  return (
    <dl className={classNames('grid gap-2.5', className)}>
      <CostRow name="Subtotal" value={formatMoney(costs.subtotalCents)} />
      <CostRow name="Shipping" value={costs.shippingCents === 0 ? 'Free' : formatMoney(costs.shippingCents)} />
      <CostRow name="Tax" value={formatMoney(costs.taxCents)} />
      <div
        data-subject=""
        className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-ink pt-4"
      >
        <dt className="font-semibold">Total</dt>
        <dd className="figures text-3xl font-bold">{formatMoney(costs.totalCents)}</dd>
      </div>
    </dl>
  )
}

/** One of the sums that a total is made of. */
export function CostRow({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-soft">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
