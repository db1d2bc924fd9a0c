import type { StaffOrder } from '#contracts/staff-orders'
import { formatCount } from '../../lib/format.ts'
import { PrintSheets } from '../../ui/print-sheets.tsx'
import { pickLines } from './pick-lines.ts'

interface PickListProps {
  readonly orders: readonly StaffOrder[]
  /** The browser's print dialog was closed. */
  readonly onPrinted: () => void
}

/** What is taken from the shelves for several orders in one round; seen on paper only. */
export function PickList({ orders, onPrinted }: PickListProps) {
  const lines = pickLines(orders)
  return (
    <PrintSheets onPrinted={onPrinted}>
      <section className="print-sheet">
        <div className="mb-6 flex items-start justify-between border-b-2 pb-4">
          <div>
            <p className="figures text-2xl font-bold">Superprinter</p>
            <p>Pick list</p>
          </div>
          <p className="text-right">
            <b>{formatCount(orders.length, 'order')}</b>
            <br />
            {formatCount(
              lines.reduce((sum, { quantity }) => sum + quantity, 0),
              'piece',
            )}
          </p>
        </div>
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-b-2 text-left">
              <th className="w-16 py-2">Taken</th>
              <th className="w-20 py-2 text-right">Pieces</th>
              <th className="py-2 pl-6">Product</th>
              <th className="py-2 pl-6">Orders</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ productId, name, quantity, orders: needed }) => (
              <tr key={productId} className="border-b align-top">
                <td className="py-2 text-lg leading-none">☐</td>
                <td className="py-2 text-right font-bold">{quantity}</td>
                <td className="py-2 pl-6">
                  {name} <span className="text-soft">#{productId}</span>
                </td>
                <td className="py-2 pl-6">
                  {needed.map((each) => `#${each.id}${each.quantity > 1 ? ` (${each.quantity})` : ''}`).join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PrintSheets>
  )
}
