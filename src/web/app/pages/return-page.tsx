import { useState } from 'react'
import { guestReturnPath, guestWithdrawPath, ownOrderPath, returnPath, withdrawReturnPath } from '#contracts/api-paths'
import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import type { Order } from '#contracts/orders'
import type { ReturnBody } from '#contracts/returns'
import { useOrders } from '../../features/orders/use-orders.ts'
import { ReturnForm } from '../../features/returns/return-form.tsx'
import { ReturnSlip } from '../../features/returns/return-slip.tsx'
import { ReturnStatus } from '../../features/returns/return-status.tsx'
import type { ShownReturn } from '../../features/returns/return-words.ts'
import { askForOrder, readGuestOrder } from '../../features/tracking/ask-for-order.ts'
import { TrackForm } from '../../features/tracking/track-form.tsx'
import { findOwnOrder } from '../../features/tracking/tracked.ts'
import { api } from '../../lib/api-client.ts'
import { formatDate } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { useLateSearchParams } from '../../lib/late-navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { takeStep } from '../../lib/api-once.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'

/** A guest's order with the question that found it, which goes along with the return. */
interface GuestOrder {
  readonly question: TrackBody
  readonly order: TrackedOrder
}

/** Gives a return up, and shows the order as it is then; also where the return had gone on since the page was read. */
async function withdraw<Shown extends Order | TrackedOrder>(
  number: string,
  step: {
    readonly send: () => Promise<Shown>
    readonly read: () => Promise<Shown>
    readonly show: (order: Shown) => void
  },
): Promise<void> {
  const isTaken = ({ returns }: Shown) => returns.find((each) => each.number === number)?.status === 'withdrawn'
  step.show(await takeStep({ ...step, isTaken, onRead: step.show }))
}

/** Starting a return, and seeing how far it has come (specification 2, section 2). */
export default function ReturnPage() {
  const { user } = useSession()
  const { data: orders, applyOrder } = useOrders(user?.id ?? null)
  const [search, changeSearch] = useLateSearchParams()
  const isHydrated = useHydrated()
  const number = isHydrated ? (search.get('order') ?? '').trim().slice(0, 60) : ''
  const [guest, setGuest] = useState<GuestOrder | null>(null)
  const [printing, setPrinting] = useState<{ readonly orderId: number; readonly asked: ShownReturn } | null>(null)
  const donePrinting = () => setPrinting(null)

  const own = number === '' || orders === undefined ? null : findOwnOrder(orders, number)
  const returned = (orders ?? []).filter((order) => order.returnable !== null || order.returns.length > 0)

  async function find(question: TrackBody): Promise<string | undefined> {
    setGuest(null)
    const known = question.number === '' ? null : findOwnOrder(orders ?? [], question.number)
    if (known !== null) {
      open(known.id)
      return undefined
    }
    if (question.email === '') return 'Enter the email address of the order, or sign in.'
    const answer = await askForOrder(question)
    switch (answer.outcome) {
      case 'found':
        changeSearch((query) => query.delete('order'), { replace: true })
        setGuest({ question, order: answer.order })
        return undefined
      case 'none':
        return 'No order matches this number and this email address.'
      case 'slow-down':
        return answer.message
      case 'outage':
        return 'We cannot look up orders right now. Please try again in a moment.'
    }
  }

  function open(id: number): void {
    setGuest(null)
    changeSearch((query) => query.set('order', String(id)), { replace: true })
  }

  const shown = guest?.order ?? own
  return (
    <>
      <Head title="Return an Order" description="Start a return, or see how far it has come." noindex />
      <div className="wrap grid gap-8 py-8 sm:py-12">
        <div className="grid gap-3">
          <Breadcrumbs crumbs={[{ label: 'Returns & Refunds', to: paths.returns() }, { label: 'Return an Order' }]} />
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            Return an Order
          </h1>
          <p className="max-w-[60ch] text-lg text-soft">
            Start a return, or see how far it has come, with your order number and the email address of the order.
          </p>
        </div>
        {returned.length > 0 && (
          <section aria-labelledby="own-orders" className="grid gap-3">
            <h2 id="own-orders" className="text-2xl">
              Your orders
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {returned.slice(0, 12).map((order) => (
                <li key={order.id} className="sheet grid gap-2 p-4">
                  <p className="font-semibold">
                    Order #{order.id} <span className="font-normal text-soft">{formatDate(order.createdAt)}</span>
                  </p>
                  <p className="line-clamp-2 text-sm text-soft [overflow-wrap:anywhere]">
                    {order.items.map(({ productName }) => productName).join(', ')}
                  </p>
                  <Button
                    size="small"
                    variant="quiet"
                    className="justify-self-start"
                    aria-pressed={shown?.id === order.id}
                    onClick={() => open(order.id)}
                  >
                    {order.returns.length > 0 ? 'See Return' : 'Return Items'}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {shown !== null && (
          <OrderReturns
            key={shown.id}
            order={shown}
            onPrint={(asked) => setPrinting({ orderId: shown.id, asked })}
            onRequest={async (body, attemptKey) => {
              const headers = { 'Idempotency-Key': attemptKey }
              if (guest === null) return applyOrder(await api(returnPath(shown.id), { method: 'POST', headers, body }))
              const order = await api(guestReturnPath, {
                method: 'POST',
                headers,
                body: { ...guest.question, ...body },
              })
              setGuest({ question: guest.question, order })
            }}
            onWithdraw={(number) =>
              guest === null
                ? withdraw(number, {
                    send: () => api(withdrawReturnPath(shown.id, number), { method: 'POST' }),
                    read: () => api(ownOrderPath(shown.id)),
                    show: applyOrder,
                  })
                : withdraw(number, {
                    send: () => api(guestWithdrawPath, { method: 'POST', body: { ...guest.question, return: number } }),
                    read: () => readGuestOrder(guest.question),
                    show: (order) => setGuest({ question: guest.question, order }),
                  })
            }
          />
        )}
        <div className="crop-marks sheet px-5 pt-11 pb-10 sm:px-9">
          <TrackForm
            initial={number}
            label="Find an order to return"
            submit="Find Order"
            isSignedIn={user !== null}
            onTrack={find}
          />
        </div>
      </div>
      {printing !== null && <ReturnSlip {...printing} onPrinted={donePrinting} />}
    </>
  )
}

interface OrderReturnsProps {
  readonly order: Order | TrackedOrder
  readonly onPrint: (asked: ShownReturn) => void
  readonly onRequest: (body: ReturnBody, attemptKey: string) => Promise<void>
  readonly onWithdraw: (number: string) => Promise<void>
}

/** The returns of one order, newest first, and the form for another one. */
function OrderReturns({ order, onPrint, onRequest, onWithdraw }: OrderReturnsProps) {
  const { id, status, returns, returnable } = order
  return (
    <section aria-labelledby="order-returns" className="grid gap-5" aria-live="polite">
      <h2 id="order-returns" className="text-2xl">
        Order #{id}
      </h2>
      {returns.toReversed().map((asked) => (
        <ReturnStatus
          key={asked.number}
          asked={asked}
          onPrint={() => onPrint(asked)}
          onWithdraw={() => onWithdraw(asked.number)}
        />
      ))}
      {returnable !== null && (
        <div className="sheet px-5 py-5 sm:px-6">
          <h3 className="mb-3 text-xl">{returns.length === 0 ? 'Return something' : 'Return something else'}</h3>
          <ReturnForm key={returns.length} returnable={returnable} onRequest={onRequest} />
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
