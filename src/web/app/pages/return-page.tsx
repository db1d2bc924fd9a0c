import { useEffect, useRef, useState } from 'react'
import type { TrackBody } from '#contracts/order-life'
import { useOrders } from '../../features/orders/use-orders.ts'
import { ReturnSlip } from '../../features/returns/return-slip.tsx'
import type { ShownReturn } from '../../features/returns/return-words.ts'
import { CustomerGate } from '../../features/session/customer-gate.tsx'
import { TrackForm } from '../../features/tracking/track-form.tsx'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { OrderReturns } from './return/order-returns.tsx'
import { OwnOrders } from './return/own-orders.tsx'
import { useReturnedOrder } from './return/use-returned-order.ts'

/** Starting a return, and seeing how far it has come (specification 2, section 2). */
export default function ReturnPage() {
  const { user, hasEnded, hasFailed } = useSession()
  /** Whose orders stay while they sign in again, or the shop cannot say who visits. */
  const [ownerId, setOwnerId] = useState<string | null>(null)
  if (user !== null && user.id !== ownerId) setOwnerId(user.id)
  const { data: orders, applyOrder } = useOrders(user?.id ?? (hasEnded || hasFailed ? ownerId : null))
  const [printing, setPrinting] = useState<{ readonly orderId: number; readonly asked: ShownReturn } | null>(null)
  const donePrinting = () => setPrinting(null)
  const { number, shown, open, find } = useReturnedOrder(orders, applyOrder, user !== null)
  /** How often an order was asked for here; the address may have brought one already. */
  const [asked, setAsked] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const shownId = shown?.order.id

  // It stands above what asked for it, perhaps out of sight.
  useEffect(() => {
    if (asked === 0 || shownId === undefined) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [asked, shownId])

  function choose(id: number): void {
    // The same address once more would be a page that begins at its top.
    if (id !== shownId) open(id)
    setAsked((count) => count + 1)
  }

  async function ask(question: TrackBody): Promise<string | undefined> {
    const problem = await find(question)
    if (problem === undefined) setAsked((count) => count + 1)
    return problem
  }

  return (
    <>
      <Head title="Return an Order" description="Start a return, or see how far it has come." noindex />
      <div className="wrap grid gap-8 py-8 sm:py-12">
        <div className="grid gap-3">
          <Breadcrumbs crumbs={[{ label: 'Returns & Refunds', to: paths.returns() }, { label: 'Return an Order' }]} />
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            Return an Order
          </h1>
          <p className="max-w-[60ch] text-lg text-balance text-soft">
            Start a return, or see how far it has come, with your order number and the email address of the order.
          </p>
        </div>
        {shown !== null && (
          <OrderReturns
            key={shown.order.id}
            {...shown}
            headingRef={heading}
            onPrint={(asked) => setPrinting({ orderId: shown.order.id, asked })}
          />
        )}
        <OwnOrders orders={orders ?? []} shownId={shownId} onOpen={choose} />
        <div className="crop-marks sheet px-5 pt-11 pb-10 sm:px-9">
          <TrackForm
            initial={number}
            label="Find an order to return"
            submit="Find Order"
            isSignedIn={user !== null}
            onTrack={ask}
          />
        </div>
      </div>
      {/* Guests see this page too: a customer's gate gives nothing to it but the sign-in that covers a half-written return. */}
      <CustomerGate>{() => null}</CustomerGate>
      {printing !== null && <ReturnSlip {...printing} onPrinted={donePrinting} />}
    </>
  )
}
