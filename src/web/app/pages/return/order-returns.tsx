import { useEffect, useRef, type RefObject } from 'react'
import type { TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import { ReturnForm } from '../../../features/returns/return-form.tsx'
import { ReturnStatus } from '../../../features/returns/return-status.tsx'
import type { ShownReturn } from '../../../features/returns/return-words.ts'
import { Note } from '../../../ui/note.tsx'
import type { ReturnCalls } from './return-calls.ts'

interface OrderReturnsProps {
  readonly order: Order | TrackedOrder
  readonly calls: ReturnCalls
  readonly headingRef: RefObject<HTMLHeadingElement | null>
  readonly onPrint: (asked: ShownReturn) => void
}

/** The returns of one order, newest first, and the form for another one. */
export function OrderReturns({ order, calls, headingRef, onPrint }: OrderReturnsProps) {
  const { id, status, returns, returnable } = order
  const known = useRef(returns.length)
  useEffect(() => {
    const isMore = returns.length > known.current
    known.current = returns.length
    // The form that asked for it is gone, and the focus with it: what became of it stands below the heading.
    if (!isMore || document.activeElement !== document.body) return
    headingRef.current?.focus({ preventScroll: true })
    headingRef.current?.scrollIntoView()
  }, [returns.length, headingRef])
  return (
    <section aria-labelledby="order-returns" className="grid gap-5" aria-live="polite">
      <h2 ref={headingRef} id="order-returns" tabIndex={-1} className="text-2xl">
        Order #{id}
      </h2>
      {returns.toReversed().map((asked) => (
        <ReturnStatus
          key={asked.number}
          asked={asked}
          onPrint={() => onPrint(asked)}
          onWithdraw={() => calls.withdraw(asked.number)}
        />
      ))}
      {returnable !== null && (
        <div className="sheet px-5 py-5 sm:px-6">
          <h3 className="mb-3 text-xl">{returns.length === 0 ? 'Return something' : 'Return something else'}</h3>
          <ReturnForm
            key={returns.length}
            draftKey={`return-draft-${id}-${returns.length}`}
            returnable={returnable}
            onRequest={calls.request}
          />
        </div>
      )}
      {returnable === null && returns.length === 0 && (
        <Note>
          {status === 'delivered'
            ? 'The time to return this order is over: 30 days from delivery, 60 days for unopened items and business equipment.'
            : status === 'cancelled'
              ? 'This order was cancelled, so there is nothing to return.'
              : 'This order was not delivered yet. You can return it once it has arrived.'}
        </Note>
      )}
    </section>
  )
}
