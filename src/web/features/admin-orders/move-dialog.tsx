import { useEffect, useRef } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { MoveOutcomes } from './move-outcomes.tsx'
import { stepLabel, type OrderStatus } from './order-moves.ts'
import { StepFields } from './step-fields.tsx'
import { useMoves, type Moves } from './use-moves.ts'

interface MoveDialogProps {
  readonly orders: readonly StaffOrder[]
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** Moves several orders at once and says for each what became of it. */
export function MoveDialog({ orders, onClose, onMoved }: MoveDialogProps) {
  const moves = useMoves(orders, onMoved)
  const { steps, step, details, results, able, pasted, phase } = moves
  const select = useRef<HTMLSelectElement>(null)
  const wasDone = useRef(false)
  useEffect(() => {
    // Where "Try again" was stands "Cancel" now.
    if (wasDone.current && phase === 'choosing') select.current?.focus()
    wasDone.current = phase === 'done'
  }, [phase])

  /** Not while orders are on their way: what became of them is shown first. */
  function close(): void {
    if (phase !== 'moving') onClose()
  }

  return (
    <Dialog onClose={close} title={`Move ${formatCount(orders.length, 'order')}`} focusFirst={select}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          moves.move()
        }}
        className="grid gap-5"
      >
        {step === null ? (
          <p>None of these orders can go any further.</p>
        ) : (
          phase === 'choosing' && (
            <>
              <Field label="Step" hint={results.size === 0 ? hintFor(step, able, orders.length) : undefined}>
                <Select
                  ref={select}
                  value={step}
                  onChange={(event) => moves.setStep(event.target.value as OrderStatus)}
                  options={steps.map((value) => ({ value, label: stepLabel(value) }))}
                />
              </Field>
              <StepFields to={step} details={details} onChange={moves.setDetails} pasted={pasted} />
            </>
          )
        )}
        <MoveOutcomes orders={orders} moves={moves} />
        <MoveButtons moves={moves} onClose={close} />
      </form>
    </Dialog>
  )
}

function MoveButtons({ moves, onClose }: { readonly moves: Moves; readonly onClose: () => void }) {
  const { step, able, pasted, phase } = moves
  const keyed = useStaffKeys()
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (phase === 'done') done.current?.focus()
  }, [phase])

  return (
    <div className="dialog-buttons">
      {phase === 'done' ? (
        <>
          {able.length > 0 && (
            <Button variant="quiet" onClick={moves.tryAgain}>
              Try again
            </Button>
          )}
          <Button ref={done} {...keyed('confirm')} onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <>
          <Button variant="quiet" aria-disabled={phase === 'moving'} onClick={onClose}>
            Cancel
          </Button>
          {step !== null && (
            <Button
              type="submit"
              {...keyed('confirm')}
              disabled={pasted.unread.length > 0}
              aria-disabled={phase === 'moving'}
            >
              {phase === 'moving' ? 'Moving...' : `Move ${formatCount(able.length, 'order')}`}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** What is to be known before the press: which orders stay, and which are released by it. */
function hintFor(step: OrderStatus, able: readonly StaffOrder[], selected: number): string | undefined {
  const held = step === 'cancelled' ? 0 : able.filter(({ awaitsRelease }) => awaitsRelease).length
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
