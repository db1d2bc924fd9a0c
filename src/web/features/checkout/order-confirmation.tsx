import { Check, Clock, Mail, Package, Phone, Printer, Truck, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Order } from '#contracts/orders'
import { formatDay } from '#platform/time/business-days'
import { estimateDelivery } from '#platform/time/delivery-estimate'
import { DAY_MS } from '#platform/time/durations'
import { paths } from '../../lib/paths.ts'
import { formatPrice } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { PAYMENT_LABELS } from '../../lib/payment-labels.ts'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CostRow } from '../../ui/cost-list.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

const DELIVERY_DAYS = 7

/** Seven days after the order was made (specification 1, section 9), as its mail says; express comes on a business day. */
function expectedDelivery({ createdAt, shippingMethod }: Order): string {
  if (shippingMethod === 'express') return formatDay(estimateDelivery(new Date(createdAt), 'express').latest)
  return formatShopDay(new Date(new Date(createdAt).getTime() + DELIVERY_DAYS * DAY_MS).toISOString())
}

/** The confirmation: items, address, next steps (specification 1, section 2). It prints well. */
export function OrderConfirmation({ order }: { readonly order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="grid gap-8">
      <div className="crop-marks flex flex-wrap items-center justify-between gap-8 sheet px-5 py-12 sm:px-10 lg:px-14">
        <div className="grid min-w-0 flex-1 basis-72 grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
          <h1 ref={heading} tabIndex={-1} className="max-w-full text-4xl sm:text-5xl lg:text-6xl">
            Order Confirmed
          </h1>
          <p className="text-lg text-soft [overflow-wrap:anywhere]">
            Thank you, <span className="font-semibold text-ink">{order.customerName}</span>.
          </p>
          <p className="text-lg text-soft">
            Order number <span className="figures text-2xl font-bold text-ink">#{order.id}</span>
          </p>
          <Button variant="quiet" size="small" data-print="hide" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        </div>
        <span data-print="hide" className="lit-sheet block rounded border border-line p-3">
          <img
            src="/images/illustrations/order-confirmed.svg"
            alt=""
            width={264}
            height={198}
            className="h-auto w-[264px] object-contain"
          />
        </span>
      </div>

      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <div className="grid gap-8">
          <OrderedItems order={order} />
          <div className="grid gap-8 sm:grid-cols-2">
            <Block title="Delivery Address">
              <Address order={order} />
            </Block>
            <Block title="Contact">
              <p className="[overflow-wrap:anywhere]">{order.customerEmail}</p>
              {order.customerPhone !== null && order.customerPhone !== '' && <p>{order.customerPhone}</p>}
              {order.paymentMethod !== undefined && <p className="mt-3 text-soft">{payment(order)}</p>}
            </Block>
          </div>
        </div>
        <Timeline order={order} />
      </div>

      <div data-print="hide" className="flex flex-wrap justify-center gap-3 border-t border-line pt-8">
        <ButtonLink to={paths.track({ order: order.id })} size="large" className="max-sm:w-full">
          Track Your Order
        </ButtonLink>
        <ButtonLink to={paths.support()} variant="quiet" size="large" className="max-sm:w-full">
          Need Help?
        </ButtonLink>
        <ButtonLink to={paths.products()} variant="quiet" size="large" className="max-sm:w-full">
          Continue Shopping
        </ButtonLink>
      </div>
      <SupportContact />
    </div>
  )
}

function OrderedItems({ order }: { readonly order: Order }) {
  return (
    <section aria-labelledby="ordered-items" className="sheet p-5 sm:p-7">
      <h2 id="ordered-items" className="mb-4 text-2xl">
        Your Items
      </h2>
      <table className="w-full text-left">
        <thead className="text-sm text-soft max-sm:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 font-normal">
              Product
            </th>
            {['Quantity', 'Unit price', 'Total'].map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 text-right font-normal last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            <tr
              key={index}
              className="border-b border-line align-top max-sm:grid max-sm:grid-cols-[auto_auto_1fr] max-sm:gap-x-2 max-sm:py-3 large-letters:grid-cols-[auto_1fr]"
            >
              <td className="py-3 pr-4 font-semibold [overflow-wrap:anywhere] max-sm:col-span-3 max-sm:p-0 large-letters:col-span-2">
                <WholeWords>{item.productName}</WholeWords>
              </td>
              <td className="py-3 pr-4 text-right whitespace-nowrap max-sm:p-0 max-sm:text-soft">
                {item.quantity}
                <span className="sm:hidden"> ×</span>
              </td>
              <td className="py-3 pr-4 text-right max-sm:p-0 max-sm:text-soft">{formatPrice(String(item.price))}</td>
              <td className="py-3 text-right font-semibold max-sm:p-0 large-letters:col-span-2">
                {formatPrice(String(item.total))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="grid gap-2 pt-5">
        <CostRow name="Subtotal" value={formatPrice(order.subtotal)} />
        <CostRow
          name={order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping'}
          value={Number(order.shipping) === 0 ? 'Free' : formatPrice(order.shipping)}
        />
        <CostRow name="Tax" value={formatPrice(order.tax)} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-2">
          <dt className="font-semibold">Total amount</dt>
          <dd className="figures text-3xl font-bold">{formatPrice(String(order.totalAmount))}</dd>
        </div>
      </dl>
    </section>
  )
}

function Address({ order: { shippingAddress: to } }: { readonly order: Order }) {
  return (
    <address className="not-italic [overflow-wrap:anywhere]">
      <p>
        {to.firstName} {to.lastName}
      </p>
      <p>{to.address}</p>
      {to.address2 !== null && to.address2 !== undefined && to.address2 !== '' && <p>{to.address2}</p>}
      <p>
        {to.city}, {to.state} {to.zipCode}
      </p>
      <p>{to.country === 'US' ? 'United States' : to.country}</p>
    </address>
  )
}

function payment({ paymentMethod, cardBrand, cardLast4 }: Order): string {
  if (paymentMethod === 'pay_with_card' && cardLast4)
    return `Payment: ${cardBrand ?? ''} test card ending ${cardLast4}`.replace('  ', ' ')
  return `Payment: ${PAYMENT_LABELS[paymentMethod]}`
}

function Timeline({ order }: { readonly order: Order }) {
  const steps: readonly { title: string; note: string; icon: LucideIcon }[] = [
    { title: 'Order Confirmed', note: formatShopTime(order.createdAt), icon: Check },
    { title: 'Processing', note: '1-2 business days', icon: Clock },
    { title: 'Shipped', note: 'Tracking info will be sent', icon: Truck },
    { title: 'Delivered', note: `Expected ${expectedDelivery(order)}`, icon: Package },
  ]
  return (
    <section aria-labelledby="what-next" className="sheet p-5 sm:p-7">
      <h2 id="what-next" className="mb-5 text-2xl">
        What Happens Next
      </h2>
      <ol>
        {steps.map(({ title, note, icon: Icon }, index) => (
          <li
            key={title}
            aria-current={index === 0 ? 'step' : undefined}
            className="relative flex gap-4 pb-7 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="absolute top-10 bottom-0 left-5 w-px -translate-x-1/2 bg-line" />
            )}
            <span
              className={`grid size-10 shrink-0 place-items-center rounded-full border-2 ${index === 0 ? 'border-ok bg-ok-wash text-ok' : 'border-line text-soft'}`}
            >
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span className="grid content-start gap-0.5 pt-1">
              <span className="font-semibold">{title}</span>
              <span className="text-sm text-soft">{note}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function SupportContact() {
  const { phone, phoneLink, email, emailLink, hours } = SHOP_CONTACT
  return (
    <section aria-labelledby="support-contact" className="grid justify-items-center gap-3 text-center">
      <h2 id="support-contact" className="text-xl">
        Questions about your order?
      </h2>
      <ul className="flex flex-wrap justify-center gap-x-7 gap-y-1">
        <li className="flex min-h-11 items-center gap-2">
          <Phone aria-hidden="true" className="size-4" />
          <a href={phoneLink} className="text-link tap-room">
            {phone}
          </a>
        </li>
        <li className="flex min-h-11 items-center gap-2">
          <Mail aria-hidden="true" className="size-4 shrink-0" />
          <a href={emailLink} className="text-link tap-room min-w-0 [overflow-wrap:anywhere]">
            {email}
          </a>
        </li>
        <li className="flex min-h-11 items-center gap-2">
          <Clock aria-hidden="true" className="size-4" />
          {hours}
        </li>
      </ul>
    </section>
  )
}

function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="sheet p-5 sm:p-7">
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  )
}
