import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { isFocusLost } from '../../lib/is-focus-lost.ts'
import { statusLabel } from '../../lib/order-state.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { movedByOthers, moveOrder } from './move-orders.ts'
import { moveBody, NO_DETAILS, stepLabel, type OrderStatus, type StepDetails } from './order-moves.ts'
import { StepFields } from './step-fields.tsx'

/** Steps that need a word before they are taken. */
const ASKS: readonly OrderStatus[] = ['shipped', 'cancelled']

interface OrderStepsProps {
  readonly order: StaffOrder
  readonly onMoved: (order: StaffOrder) => void
}

/** The steps that the order may take now, and no others. The form of a step has the focus, and gives it back to its button. */
export function OrderSteps({ order, onMoved }: OrderStepsProps) {
  const step = useStep(order, onMoved)
  const { asking, details, doing, problem, isBusy, move } = step
  const overtaken = step.overtaken?.status === order.status ? step.overtaken.words : null
  const place = useFocusOfStep(asking, isBusy, step.ask)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (asking !== null) move(asking)
  }

  return (
    <div ref={place} className="grid gap-3">
      <Alert message={problem} />
      {overtaken !== null && (
        <Note size="small" role="status" className="[overflow-wrap:anywhere]">
          {overtaken}
        </Note>
      )}
      {order.nextStatuses.length === 0 ? (
        <p className="text-sm text-soft">The order has come to its end: {statusLabel(order.status).toLowerCase()}.</p>
      ) : asking === null ? (
        <div className="flex flex-wrap gap-3">
          {order.nextStatuses.map((to) => (
            <Button
              key={to}
              data-step={to}
              size="small"
              // What waits to be released is released first: one button of a screen is the main one.
              variant={to === 'cancelled' || order.awaitsRelease ? 'quiet' : 'solid'}
              aria-disabled={isBusy}
              onClick={() => (ASKS.includes(to) ? step.ask(to) : move(to))}
            >
              {doing === to ? 'Moving...' : stepLabel(to)}
            </Button>
          ))}
        </div>
      ) : (
        <form method="post" noValidate onSubmit={submit} className="grid gap-4 sheet p-4">
          <StepFields to={asking} details={details} onChange={step.setDetails} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="small" variant={order.awaitsRelease ? 'quiet' : 'solid'} aria-disabled={isBusy}>
              {isBusy ? 'Moving...' : stepLabel(asking)}
            </Button>
            <Button variant="ghost" size="small" onClick={() => step.ask(null)}>
              Back
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

/** What is said of an order as long as it stands where somebody else has moved it. */
interface Overtaken {
  readonly status: OrderStatus
  readonly words: string
}

/** A step of the order: the one that is asked about, what was typed for it, and what became of it. */
function useStep(order: StaffOrder, onMoved: (order: StaffOrder) => void) {
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const [details, setDetails] = useState(NO_DETAILS)
  const [problem, setProblem] = useState<string | null>(null)
  /** Says that somebody else has moved the order while a step was being written, with what was typed for it. */
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const {
    run: move,
    isBusy,
    doing,
  } = useAction<OrderStatus>(
    async (to) => {
      setProblem(null)
      setOvertaken(null)
      const result = await moveOrder(order.id, moveBody(to, details))
      if (result.order === null) throw new Error(result.message)
      setAsking(null)
      if (!result.isMoved) {
        // Where it was to go, but by somebody else: as they said, and not as it was typed here.
        setOvertaken({ status: result.order.status, words: `${result.message}${unsentWords(details)}` })
        return onMoved(result.order)
      }
      toast({ title: 'Order updated', description: `Order #${order.id} is now ${statusLabel(to).toLowerCase()}.` })
      onMoved(result.order)
    },
    (error) => {
      setProblem((error as Error).message)
      return null
    },
  )

  const [status, setStatus] = useState(order.status)
  if (status !== order.status) {
    setStatus(order.status)
    setProblem(null)
    if (asking !== null && !isBusy)
      setOvertaken({ status: order.status, words: `${movedByOthers(order)}${unsentWords(details)}` })
    setAsking(null)
    setDetails(NO_DETAILS)
  }

  return { asking, ask: setAsking, details, setDetails, doing, problem, overtaken, isBusy, move }
}

/** Where the steps stand: the form that opens there gets the focus, Escape closes it, and its button has the focus then. */
function useFocusOfStep(asking: OrderStatus | null, isBusy: boolean, ask: (step: null) => void) {
  const place = useRef<HTMLDivElement>(null)
  const lastAsked = useRef<OrderStatus | null>(null)

  useEffect(() => {
    const asked = lastAsked.current
    lastAsked.current = asking
    if (asking !== null) place.current?.querySelector('input')?.focus()
    else if (asked !== null && isFocusLost())
      place.current?.querySelector<HTMLButtonElement>(`[data-step=${asked}]`)?.focus({ preventScroll: true })
  }, [asking])

  useEffect(() => {
    const { current } = place
    if (asking === null || isBusy || current === null) return
    const closeByEscape = ({ key }: KeyboardEvent) => key === 'Escape' && ask(null)
    current.addEventListener('keydown', closeByEscape)
    return () => current.removeEventListener('keydown', closeByEscape)
  }, [asking, isBusy, ask])

  return place
}

/** What was typed for a step that cannot be taken anymore. */
function unsentWords({ trackingNumber, location, reason }: StepDetails): string {
  const words = [trackingNumber, location, reason].map((text) => text.trim()).filter((text) => text !== '')
  return words.length === 0 ? '' : ` What you typed was not sent: ${words.join(', ')}`
}
