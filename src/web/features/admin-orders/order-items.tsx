import type { StaffOrder } from '#contracts/order-life'
import { formatPrice } from '../../lib/format.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

/** What was ordered, with article numbers and sums. */
export function OrderItems({ order }: { readonly order: StaffOrder }) {
  if (order.items.length === 0) return <p className="text-sm text-soft">No items available</p>
  const sums = [
    { label: 'Subtotal', amount: order.subtotal },
    { label: order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping', amount: order.shipping },
    { label: 'Tax', amount: order.tax },
  ]
  return (
    <ScrollRegion label="Items of the order" className="overflow-x-auto rounded border border-line">
      <table className="w-full min-w-[26rem] text-sm">
        <thead>
          <tr className="bg-wash text-xs">
            <th scope="col" className="px-3 py-2 text-left">
              Product
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Price
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Quantity
            </th>
            <th scope="col" className="px-3 py-2 text-right">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                {item.name}
                {item.sku !== null && <span className="block text-xs text-soft">{item.sku}</span>}
              </th>
              <td className="px-3 py-2 text-right">{formatPrice(item.price)}</td>
              <td className="px-3 py-2 text-right">{item.quantity}</td>
              <td className="px-3 py-2 text-right">{formatPrice(item.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" colSpan={3} className="px-3 py-1 text-right font-normal text-soft">
                {label}
              </th>
              <td className="px-3 py-1 text-right">{formatPrice(amount)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={3} className="px-3 py-2 text-right">
              Total
            </th>
            <td className="px-3 py-2 text-right font-bold">{formatPrice(order.totalAmount)}</td>
          </tr>
          {Number(order.refunded) > 0 && (
            <tr>
              <th scope="row" colSpan={3} className="px-3 pb-2 text-right">
                Refunded
              </th>
              <td className="px-3 pb-2 text-right font-bold">−{formatPrice(order.refunded)}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
