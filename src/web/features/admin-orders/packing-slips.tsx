import type { StaffOrder } from '#contracts/staff-orders'
import { formatCount } from '../../lib/format.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { AddressLines } from './address-lines.tsx'
import { PrintSheets } from '../../ui/print-sheets.tsx'

interface PackingSlipsProps {
  readonly orders: readonly StaffOrder[]
  /** The browser's print dialog was closed. */
  readonly onPrinted: () => void
}

/** What goes into the parcels, a page each; seen on paper only. No prices: a parcel may be a present. */
export function PackingSlips({ orders, onPrinted }: PackingSlipsProps) {
  return (
    <PrintSheets onPrinted={onPrinted}>
      {orders.map((order) => (
        <section key={order.id} className="print-sheet">
          <div className="mb-8 flex items-start justify-between border-b-2 pb-4">
            <div>
              <p className="figures text-2xl font-bold">Superprinter</p>
              <p>Packing slip</p>
            </div>
            <p className="text-right">
              <b>Order #{order.id}</b>
              <br />
              {formatShopDay(order.createdAt)}
              <br />
              {order.shippingMethod === 'express' && (
                <>
                  <b>Express, 1-2 business days</b>
                  <br />
                </>
              )}
              {order.carrier !== null && (
                <>
                  {order.carrier} {order.trackingNumber}
                </>
              )}
            </p>
          </div>
          <p className="mb-1 font-bold">Ship to</p>
          <AddressLines address={order.shippingAddress} />
          {order.customerPhone !== null && <p>{order.customerPhone}</p>}
          <table className="mt-8 w-full border-collapse">
            <thead>
              <tr className="border-b-2 text-left">
                <th className="w-16 py-2">Packed</th>
                <th className="w-20 py-2 text-right">Quantity</th>
                <th className="py-2 pl-6">Product</th>
              </tr>
            </thead>
            <tbody>
              {order.items.map((item) => (
                <tr key={item.id} className="border-b">
                  <td className="py-2 text-lg leading-none">☐</td>
                  <td className="py-2 text-right font-bold">{item.quantity}</td>
                  <td className="py-2 pl-6">
                    {item.name} <span className="text-soft">#{item.productId}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-6">
            {formatCount(
              order.items.reduce((sum, { quantity }) => sum + quantity, 0),
              'piece',
            )}{' '}
            in all. Thank you for your order.
          </p>
        </section>
      ))}
    </PrintSheets>
  )
}
