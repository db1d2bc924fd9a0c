import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { PrintSheets } from '../../ui/print-sheets.tsx'
import { reasonLabel, type ShownReturn } from './return-words.ts'

interface ReturnSlipProps {
  readonly orderId: number
  readonly asked: ShownReturn
  readonly onPrinted: () => void
}

/** The paper that goes into the box, so that the person who opens it knows whose return it is. It names no customer. */
export function ReturnSlip({ orderId, asked, onPrinted }: ReturnSlipProps) {
  const { number, items, steps, isShippingFree } = asked
  const message = steps.find(({ status }) => status === 'approved')?.message ?? null
  const { street, city, stateCode, zipCode } = SHOP_CONTACT
  return (
    <PrintSheets onPrinted={onPrinted}>
      <section className="print-sheet">
        <div className="mb-8 flex items-start justify-between border-b-2 pb-4">
          <div>
            <p className="figures text-2xl font-bold">Superprinter</p>
            <p>Return slip</p>
          </div>
          <p className="text-right">
            <b className="figures text-3xl">{number}</b>
            <br />
            Order #{orderId}
          </p>
        </div>
        <p className="mb-1 font-bold">Send to</p>
        <p>
          Superprinter, Returns {number}
          <br />
          {street}
          <br />
          {city}, {stateCode} {zipCode}
        </p>
        <table className="mt-8 w-full border-collapse">
          <thead>
            <tr className="border-b-2 text-left">
              <th className="w-20 py-2 text-right">Quantity</th>
              <th className="py-2 pl-6">Product</th>
              <th className="py-2 pl-6">Reason</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ line, productName, quantity, reason, isUnopened }) => (
              <tr key={`${line}-${reason}`} className="border-b">
                <td className="py-2 text-right font-bold">{quantity}</td>
                <td className="py-2 pl-6">{productName}</td>
                <td className="py-2 pl-6">
                  {reasonLabel(reason)}
                  {isUnopened && ', unopened'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <ol className="mt-8 list-decimal pl-6">
          <li>Pack everything that came in the box; use the original box if you can.</li>
          <li>Put this slip inside, and write {number} on the outside.</li>
          <li>
            {isShippingFree
              ? 'Return shipping is free.'
              : 'Send it with a carrier that tracks the parcel, and keep the receipt until the refund is there.'}
          </li>
        </ol>
        {message !== null && <p className="mt-6 whitespace-pre-line">{message}</p>}
      </section>
    </PrintSheets>
  )
}
