import type { StaffOrder } from '#contracts/staff-orders'
import { formatPrice } from '../../lib/format.ts'
import { WholeWords } from '../../ui/whole-words.tsx'

/** What was ordered, with article numbers and sums. On a phone pieces and price stand below the name. */
export function OrderItems({ order }: { readonly order: StaffOrder }) {
  if (order.items.length === 0) return <p className="text-sm text-soft">No items available</p>
  const sums = [
    { label: 'Subtotal', amount: order.subtotal },
    { label: order.shippingMethod === 'express' ? 'Express shipping' : 'Shipping', amount: order.shipping },
    { label: 'Tax', amount: order.tax },
  ]
  return (
    <div className="overflow-hidden rounded border border-line">
      <table className="w-full text-sm">
        <thead>
          <tr className="bg-wash text-xs">
            <th scope="col" className="px-3 py-2 text-left">
              Product
            </th>
            <th scope="col" className="px-3 py-2 text-right max-sm:hidden">
              Price
            </th>
            <th scope="col" className="px-3 py-2 text-right max-sm:hidden">
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
              <th scope="row" className="px-3 py-2 text-left font-normal [overflow-wrap:anywhere]">
                <WholeWords>{item.name}</WholeWords>
                {item.sku !== null && <span className="block text-xs text-soft">{item.sku}</span>}
                {item.isMadeToOrder && <span className="block text-xs text-soft">Made to order</span>}
                <span className="block text-soft sm:hidden">
                  {item.quantity} × {formatPrice(item.price)}
                </span>
              </th>
              <td className="px-3 py-2 text-right max-sm:hidden">{formatPrice(item.price)}</td>
              <td className="px-3 py-2 text-right max-sm:hidden">{item.quantity}</td>
              <td className="px-3 py-2 text-right">{formatPrice(item.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line">
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <td aria-hidden="true" colSpan={2} className="max-sm:hidden" />
              <th scope="row" className="px-3 py-1 text-right font-normal whitespace-nowrap text-soft">
                {label}
              </th>
              <td className="px-3 py-1 text-right">{formatPrice(amount)}</td>
            </tr>
          ))}
          <tr>
            <td aria-hidden="true" colSpan={2} className="max-sm:hidden" />
            <th scope="row" className="px-3 py-2 text-right">
              Total
            </th>
            <td className="px-3 py-2 text-right font-bold">{formatPrice(order.totalAmount)}</td>
          </tr>
          {Number(order.refunded) > 0 && (
            <tr>
              <td aria-hidden="true" colSpan={2} className="max-sm:hidden" />
              <th scope="row" className="px-3 pb-2 text-right">
                Refunded
              </th>
              <td className="px-3 pb-2 text-right font-bold">−{formatPrice(order.refunded)}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  )
}
