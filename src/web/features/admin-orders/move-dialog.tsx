import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StaffOrder } from '#contracts/order-life'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { moveOrders, type MoveResult } from './move-orders.ts'
import { commonSteps, moveBody, NO_DETAILS, stepLabel, type OrderStatus } from './order-moves.ts'
import { StatusBadge } from './status-badge.tsx'
import { StepFields } from './step-fields.tsx'
import { readTrackingNumbers } from './tracking-numbers.ts'

interface MoveDialogProps {
  readonly orders: readonly StaffOrder[]
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** Moves several orders at once and says for each what became of it. */
export function MoveDialog({ orders, onClose, onMoved }: MoveDialogProps) {
  const steps = commonSteps(orders)
  const keyed = useStaffKeys()
  const step = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<OrderStatus | null>(steps[0] ?? null)
  const [details, setDetails] = useState(NO_DETAILS)
  const [results, setResults] = useState<ReadonlyMap<number, MoveResult>>(new Map())
  const [isDone, setDone] = useState(false)
  const able =
    chosen === null
      ? []
      : orders.filter(({ id, nextStatuses }) => nextStatuses.includes(chosen) && results.get(id)?.isMoved !== true)

  const pasted = readTrackingNumbers(
    chosen === 'shipped' ? details.trackingNumber : '',
    able.map(({ id }) => id),
  )

  const { run: move, isBusy } = useAction<OrderStatus>(async (to) => {
    const all = await moveOrders(
      able.map(({ id }) => id),
      (id) => moveBody(to, { ...details, trackingNumber: pasted.byOrder.get(id) ?? '' }),
      (result) => setResults((now) => new Map(now).set(result.orderId, result)),
    )
    setDone(true)
    const moved = all.filter(({ isMoved }) => isMoved).length
    toast(
      moved === all.length
        ? { title: 'Orders updated', description: `${formatCount(moved, 'order')} moved.` }
        : {
            title: 'Some orders were not moved',
            description: `${moved} of ${formatCount(all.length, 'order')} moved.`,
            variant: 'destructive',
          },
    )
    onMoved()
  }, 'The orders could not be moved.')
  const phase = isBusy ? 'moving' : isDone ? 'done' : 'choosing'

  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (phase === 'done') done.current?.focus()
  }, [phase])

  /** Those that failed, with what was typed; the others are done. */
  function again(): void {
    setResults((now) => new Map([...now].filter(([, { isMoved }]) => isMoved)))
    setDone(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && phase !== 'moving') onClose()
      }}
      title={`Move ${formatCount(orders.length, 'order')}`}
      focusFirst={step}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen !== null && phase === 'choosing' && pasted.unread.length === 0) move(chosen)
        }}
        className="grid gap-5"
      >
        {chosen === null ? (
          <p>None of these orders can go any further.</p>
        ) : (
          phase === 'choosing' && (
            <>
              <Field label="Step" hint={results.size === 0 ? hintFor(chosen, able, orders.length) : undefined}>
                <Select
                  ref={step}
                  value={chosen}
                  onChange={(event) => setChosen(event.target.value as OrderStatus)}
                  options={steps.map((value) => ({ value, label: stepLabel(value) }))}
                />
              </Field>
              <StepFields to={chosen} details={details} onChange={setDetails} pasted={pasted} />
            </>
          )
        )}
        <ul aria-label="Orders" aria-live="polite" className="grid max-h-72 overflow-y-auto sheet text-sm">
          {orders.map((order) => (
            <li
              key={order.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-2 first:border-t-0"
            >
              <b>#{order.id}</b>
              <Outcome
                order={order}
                result={results.get(order.id)}
                isAble={able.includes(order)}
                isMoving={phase === 'moving'}
                trackingNumber={pasted.byOrder.get(order.id)}
              />
            </li>
          ))}
        </ul>
        <div className="dialog-buttons">
          {phase === 'done' ? (
            <>
              {able.length > 0 && (
                <Button variant="quiet" onClick={again}>
                  Try again
                </Button>
              )}
              <Button ref={done} {...keyed('confirm')} onClick={onClose}>
                Done
              </Button>
            </>
          ) : (
            <>
              <Button variant="quiet" disabled={phase === 'moving'} onClick={onClose}>
                Cancel
              </Button>
              {chosen !== null && (
                <Button type="submit" {...keyed('confirm')} disabled={phase === 'moving' || pasted.unread.length > 0}>
                  {phase === 'moving' ? 'Moving...' : `Move ${formatCount(able.length, 'order')}`}
                </Button>
              )}
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** What is to be known before the press: which orders stay, and which are released by it. */
function hintFor(chosen: OrderStatus, able: readonly StaffOrder[], selected: number): string | undefined {
  const held = chosen === 'cancelled' ? 0 : able.filter(({ awaitsRelease }) => awaitsRelease).length
  const sentences = [
    ...(able.length < selected
      ? [`${able.length} of ${selected} can take this step; the others stay as they are.`]
      : []),
    ...(held > 0
      ? [
          `${held} of them ${held === 1 ? 'waits' : 'wait'} for release: this step releases ${held === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

interface OutcomeProps {
  readonly order: StaffOrder
  readonly result: MoveResult | undefined
  readonly isAble: boolean
  readonly isMoving: boolean
  /** The pasted one. */
  readonly trackingNumber: string | undefined
}

function Outcome({ order, result, isAble, isMoving, trackingNumber }: OutcomeProps) {
  if (result !== undefined) {
    return result.isMoved ? (
      <span className="flex items-center gap-1.5 font-medium text-ok">
        <Check aria-hidden="true" className="size-4" />
        {result.message}
      </span>
    ) : (
      <span className="flex items-center gap-1.5 font-medium text-magenta">
        <X aria-hidden="true" className="size-4" />
        {result.message}
      </span>
    )
  }
  return (
    <>
      <StatusBadge order={order} />
      {trackingNumber !== undefined && <span className="wrap-anywhere">{trackingNumber}</span>}
      {isMoving && isAble && <span className="text-soft">Moving...</span>}
      {!isAble && <span className="text-soft">stays as it is</span>}
    </>
  )
}
