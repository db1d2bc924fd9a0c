import type { Order } from '#contracts/orders'
import { formatPrice } from '../lib/format.ts'
import { formatShopDay } from '../lib/format-shop-day.ts'
import { PAYMENT_LABELS } from '../lib/payment-labels.ts'
import { SHOP_CONTACT } from '../lib/shop-contact.ts'
import { PrintSheets } from './print-sheets.tsx'

type Invoiced = Pick<
  Order,
  | 'id'
  | 'createdAt'
  | 'invoice'
  | 'billingAddress'
  | 'shippingAddress'
  | 'paymentMethod'
  | 'cardBrand'
  | 'cardLast4'
  | 'subtotal'
  | 'shipping'
  | 'shippingMethod'
  | 'tax'
  | 'totalAmount'
> & { readonly items: readonly Pick<Order['items'][number], 'productName' | 'quantity' | 'price' | 'total'>[] }

interface InvoiceSheetProps {
  readonly order: Invoiced
  readonly onPrinted: () => void
}

/** The invoice of an order on paper, with the same dates for everybody; the browser's print dialog also saves it as a PDF. */
export function InvoiceSheet({ order, onPrinted }: InvoiceSheetProps) {
  const { id, invoice, items, cardBrand, cardLast4, paymentMethod } = order
  const { street, city, stateCode, zipCode, email } = SHOP_CONTACT
  const sums = [
    ['Subtotal', order.subtotal],
    [order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping', order.shipping],
    ['Tax', order.tax],
  ] as const
  if (invoice === null) return null
  return (
    <PrintSheets onPrinted={onPrinted}>
      <section className="print-sheet">
        <div className="mb-8 flex items-start justify-between gap-6 border-b-2 pb-4">
          <div>
            <p className="figures text-2xl font-bold">Superprinter</p>
            <p>
              {street}, {city}, {stateCode} {zipCode}
              <br />
              {email}
            </p>
          </div>
          <p className="text-right">
            <b className="figures text-2xl">
              Invoice <span className="whitespace-nowrap">{invoice.number}</span>
            </b>
            <br />
            {formatShopDay(invoice.date)}
            <br />
            Order #{id} of {formatShopDay(order.createdAt)}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-8">
          <Place title="Bill to" address={order.billingAddress} />
          <Place title="Ship to" address={order.shippingAddress} />
        </div>
        <table className="mt-8 w-full border-collapse">
          <thead>
            <tr className="border-b-2 text-left">
              <th className="py-2">Product</th>
              <th className="py-2 pl-4 text-right">Quantity</th>
              <th className="py-2 pl-4 text-right">Price</th>
              <th className="py-2 pl-4 text-right">Total</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={index} className="border-b">
                <td className="py-2 pr-4">{item.productName}</td>
                <td className="py-2 pl-4 text-right whitespace-nowrap">{item.quantity}</td>
                <td className="py-2 pl-4 text-right whitespace-nowrap">{formatPrice(item.price)}</td>
                <td className="py-2 pl-4 text-right whitespace-nowrap">{formatPrice(item.total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sums.map(([name, amount]) => (
              <tr key={name}>
                <th colSpan={3} className="py-1 text-right font-normal">
                  {name}
                </th>
                <td className="py-1 pl-4 text-right whitespace-nowrap">{formatPrice(amount)}</td>
              </tr>
            ))}
            <tr className="border-t-2">
              <th colSpan={3} className="py-2 text-right">
                Total
              </th>
              <td className="py-2 pl-4 text-right font-bold whitespace-nowrap">{formatPrice(order.totalAmount)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-8">
          Payment: {PAYMENT_LABELS[paymentMethod]}
          {cardLast4 !== null && ` (${cardBrand ?? 'card'} ending in ${cardLast4})`}
        </p>
      </section>
    </PrintSheets>
  )
}

function Place({ title, address }: { readonly title: string; readonly address: Order['billingAddress'] }) {
  return (
    <div>
      <p className="mb-1 font-bold">{title}</p>
      <p>
        {address.firstName} {address.lastName}
        <br />
        {address.address}
        {address.address2 !== null && (
          <>
            <br />
            {address.address2}
          </>
        )}
        <br />
        {address.city}, {address.state} {address.zipCode}
      </p>
    </div>
  )
}
