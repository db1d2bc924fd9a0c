import type { StaffReturn } from '#contracts/staff-orders'
import { formatPrice } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useMay } from '../../lib/staff-person.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { DecideReturn, type DecideReturnProps } from './decide-return.tsx'

const REASONS: Readonly<Record<StaffReturn['items'][number]['reason'], string>> = {
  defective: 'Defective',
  damaged: 'Damaged on the way',
  'wrong-item': 'Wrong item',
  'not-as-described': 'Not as described',
  'changed-mind': 'Changed mind',
  other: 'Other reason',
}

/** A return of an order: what comes back and why, its steps, and the ones that staff may take now. */
export function OrderReturn({ order, asked, onDecided }: DecideReturnProps) {
  const { number, items, note, steps, refund, refundedBefore, isShippingFree, status, nextStatuses } = asked
  const mayChange = useMay('orders.write')
  const isOff = status === 'declined' || status === 'withdrawn'
  return (
    <section aria-label={`Return ${number}`} className="grid gap-3 rounded border border-line bg-wash p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">Return {number}</h3>
        {isOff ? (
          <p>Nothing to refund</p>
        ) : (
          <p>
            {status === 'refunded' ? 'Refunded' : 'To refund'} <b>{formatPrice(refund)}</b>
            {Number(refundedBefore) > 0 && ` (${formatPrice(refundedBefore)} refunded before)`}, return shipping{' '}
            {isShippingFree ? 'free' : 'paid by the customer'}
          </p>
        )}
      </div>
      <ul className="grid gap-0.5">
        {items.map(({ line, productName, quantity, reason, isUnopened }) => (
          <li key={`${line}-${reason}`} className="[overflow-wrap:anywhere]">
            <b>{quantity}</b> × <WholeWords>{productName}</WholeWords>: {REASONS[reason]}
            {isUnopened && ', unopened'}
          </li>
        ))}
      </ul>
      {note !== null && <p className="whitespace-pre-line text-soft [overflow-wrap:anywhere]">“{note}”</p>}
      <ol className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
        {steps.map((step) => (
          <li key={`${step.status}-${step.at}`}>
            <b className="capitalize">{step.status}</b> {formatShopTime(step.at)}
            {step.message !== null && <span className="block whitespace-pre-line wrap-anywhere">“{step.message}”</span>}
          </li>
        ))}
      </ol>
      {mayChange && nextStatuses.length > 0 && <DecideReturn order={order} asked={asked} onDecided={onDecided} />}
    </section>
  )
}
