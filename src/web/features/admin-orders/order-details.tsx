import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { useMay, useRefusal } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { InvoiceSheet } from '../../ui/invoice-sheet.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { CorrectAddress } from './correct-address.tsx'
import { DetailsBlock } from './details-block.tsx'
import { NoteForm } from './note-form.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderReturn } from './order-return.tsx'
import { OrderSteps } from './order-steps.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { isPrinted } from './orders-to-print.ts'
import { RefundOrder } from './refund-order.tsx'
import { ReleaseOrder } from './release-order.tsx'
import { StatusBadge } from './status-badge.tsx'

export interface OrderDetailsProps {
  readonly order: StaffOrder
  /** Called with the order as it is after a change made here. */
  readonly onMoved: (order: StaffOrder) => void
  readonly onPrint: (order: StaffOrder) => void
  /** What is printed is being read. */
  readonly isPreparing: boolean
}

/** Everything about one order, and what may be done with it now: in the dialog over the list, and on its own page. */
export function OrderDetails({ order, onMoved, onPrint, isPreparing }: OrderDetailsProps) {
  /** What is being filled in. */
  const [form, setForm] = useState<'address' | 'refund' | null>(null)
  const closeForm = () => setForm(null)
  const refusal = useRefusal('orders.write')
  const mayChange = refusal === undefined
  const mayRefund = useMay('orders.refund')
  const mayNote = useMay('orders.note')
  const isInShop = order.status === 'pending' || order.status === 'processing'
  const place = useFocusAfterChange(order.revision)
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6 outline-none">
      <OrderHead order={order} isEditing={form !== null} onPrint={onPrint} isPreparing={isPreparing} />
      {order.returns.toReversed().map((asked) => (
        <OrderReturn key={asked.number} order={order} asked={asked} onDecided={onMoved} />
      ))}
      {!mayChange && <p className="text-sm text-soft">{refusal}</p>}
      {mayChange && (
        // An own step beside the open form would look to it like somebody else's.
        <div hidden={form !== null} className={form === null ? 'grid gap-6' : undefined}>
          {order.awaitsRelease && <ReleaseOrder order={order} onReleased={onMoved} />}
          <OrderSteps order={order} onMoved={onMoved} />
        </div>
      )}
      <OrderFacts
        order={order}
        onCorrect={mayChange && isInShop && form === null ? () => setForm('address') : null}
        onRefund={mayRefund && Number(order.refundable) > 0 && form === null ? () => setForm('refund') : null}
      />
      {form === 'address' && <CorrectAddress order={order} onCorrected={onMoved} onClose={closeForm} />}
      {form === 'refund' && <RefundOrder order={order} onRefunded={onMoved} onClose={closeForm} />}
      <DetailsBlock title="Items">
        <OrderItems order={order} />
      </DetailsBlock>
      {mayNote && (
        <div hidden={form !== null}>
          <NoteForm key={order.id} orderId={order.id} onWritten={onMoved} />
        </div>
      )}
      <DetailsBlock title="History">
        <OrderTimeline order={order} />
      </DetailsBlock>
    </div>
  )
}

/** A step's button goes with its step: after a press by keyboard the focus is at the order, not at the page's top. */
function useFocusAfterChange(revision: number) {
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(revision)
  useEffect(() => {
    const isChanged = revision !== known.current
    known.current = revision
    if (isChanged && isFocusLost()) place.current?.focus({ preventScroll: true })
  }, [revision])
  return place
}

interface OrderHeadProps extends Pick<OrderDetailsProps, 'order' | 'onPrint' | 'isPreparing'> {
  readonly isEditing: boolean
}

/** Where the order is, who is at it, and what is printed for it. */
function OrderHead({ order, isEditing, onPrint, isPreparing }: OrderHeadProps) {
  const [isPrinting, setPrinting] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <StatusBadge order={order} />
      <span className="text-soft">Placed {formatShopTime(order.createdAt)}</span>
      <PeopleHere kind="order" id={String(order.id)} isEditing={isEditing} className="empty:-ml-4" />
      <div className="flex flex-wrap max-sm:-ml-4 sm:-mr-4 sm:ml-auto">
        {isPrinted('slips', order) && (
          <Button variant="ghost" size="small" aria-disabled={isPreparing} onClick={() => onPrint(order)}>
            <Printer aria-hidden="true" className="size-4" />
            {isPreparing ? 'Preparing...' : 'Print packing slip'}
          </Button>
        )}
        {order.invoice !== null && (
          <Button variant="ghost" size="small" onClick={() => setPrinting(true)}>
            <Printer aria-hidden="true" className="size-4" />
            Print invoice {order.invoice.number}
          </Button>
        )}
      </div>
      {isPrinting && <InvoiceSheet order={order} onPrinted={() => setPrinting(false)} />}
    </div>
  )
}
