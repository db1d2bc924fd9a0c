import type { StaffOrder } from '#contracts/staff-orders'
import { formatPrice } from '../../lib/format.ts'
import { useStaffKeys, type StaffKeyName } from '../../lib/staff-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { AddressLines } from './address-lines.tsx'
import { DetailsBlock } from './details-block.tsx'
import { paymentLabel } from './order-moves.ts'
import { SignOutCustomer } from './sign-out-customer.tsx'

interface OrderFactsProps {
  readonly order: StaffOrder
  /** Opens the form for it; null where that cannot be done now. */
  readonly onCorrect: (() => void) | null
  readonly onRefund: (() => void) | null
}

/** Whose it is, where it goes, and how it is paid and shipped. */
export function OrderFacts({ order, onCorrect, onRefund }: OrderFactsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 text-sm max-sm:*:first:col-span-2 large-letters:grid-cols-1 large-letters:*:first:col-span-1 sm:grid-cols-3">
      <DetailsBlock title="Customer">
        <p>{order.customerName}</p>
        <p>
          <a href={`mailto:${order.customerEmail}`} className="text-link tap-room inline-block wrap-anywhere">
            <EmailAddress>{order.customerEmail}</EmailAddress>
          </a>
        </p>
        {order.customerPhone !== null && <p>{order.customerPhone}</p>}
        <p className="mt-1 text-soft">{order.userId === null ? 'No account' : 'Has an account'}</p>
        {order.userId !== null && <SignOutCustomer customerId={order.userId} name={order.customerName} />}
      </DetailsBlock>
      <DetailsBlock title="Ship to">
        <AddressLines address={order.shippingAddress} />
        {onCorrect !== null && (
          <FactButton staffKey="correctAddress" onClick={onCorrect}>
            Correct address
          </FactButton>
        )}
      </DetailsBlock>
      <DetailsBlock title="Bill to">
        {isSame(order.billingAddress, order.shippingAddress) ? (
          <p className="text-soft">Same as shipping address</p>
        ) : (
          <AddressLines address={order.billingAddress} />
        )}
      </DetailsBlock>
      <DetailsBlock title="Payment">
        <p>{paymentLabel(order)}</p>
        <PaidSoFar order={order} />
        {onRefund !== null && (
          <FactButton staffKey="refund" onClick={onRefund}>
            Refund
          </FactButton>
        )}
      </DetailsBlock>
      <DetailsBlock title="Carrier">
        {order.shippingMethod === 'express' && <p className="font-semibold">Express, 1-2 business days</p>}
        <p>{order.carrier ?? 'Not shipped yet'}</p>
      </DetailsBlock>
      <DetailsBlock title="Tracking number">
        <p className="wrap-anywhere">{order.trackingNumber ?? 'None yet'}</p>
      </DetailsBlock>
    </div>
  )
}

/** Whether two addresses are the same on an envelope. */
function isSame(one: StaffOrder['billingAddress'], other: StaffOrder['billingAddress']): boolean {
  const parts = Object.keys({ ...one, ...other }) as (keyof typeof one)[]
  return parts.every((part) => (one[part] ?? '') === (other[part] ?? ''))
}

interface FactButtonProps {
  readonly staffKey: StaffKeyName
  readonly onClick: () => void
  readonly children: string
}

/** Begins what can be done about a fact, below it. */
function FactButton({ staffKey, onClick, children }: FactButtonProps) {
  const keyed = useStaffKeys()
  return (
    <Button
      variant="ghost"
      size="small"
      className="-ml-4 mt-1 whitespace-nowrap"
      {...keyed(staffKey)}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** What of the order's total is paid and what of that went back. */
function PaidSoFar({ order: { paid, refunded, status } }: { readonly order: StaffOrder }) {
  if (Number(paid) === 0) return status === 'cancelled' ? null : <p className="text-soft">Paid on delivery</p>
  return (
    <>
      <p className="text-soft">{formatPrice(paid)} paid</p>
      {Number(refunded) > 0 && (
        <p>
          <b>{formatPrice(refunded)} refunded</b>
        </p>
      )}
    </>
  )
}
