import { useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toast.tsx'
import { moveOrders } from './move-orders.ts'
import { movedNotice, numbersLeft, planMove, type MovePlan, type MoveResults } from './move-plan.ts'
import { commonSteps, moveBody, NO_DETAILS, type OrderStatus, type StepDetails } from './order-moves.ts'

export interface Moves extends MovePlan<StaffOrder> {
  /** The steps that at least one of the orders can take. */
  readonly steps: readonly OrderStatus[]
  /** The chosen step; null when there is none to choose. */
  readonly step: OrderStatus | null
  readonly details: StepDetails
  readonly results: MoveResults
  readonly phase: 'choosing' | 'moving' | 'done'
  setStep(step: OrderStatus): void
  setDetails(details: StepDetails): void
  /** Takes the chosen step with the orders that can. */
  move(): void
  /** Begins again with the orders that failed, and with what was typed. */
  tryAgain(): void
}

/** One step for several orders: which one, what goes with it, and what became of each order. */
export function useMoves(orders: readonly StaffOrder[], onMoved: () => void): Moves {
  const steps = commonSteps(orders)
  const [step, setStep] = useState<OrderStatus | null>(steps[0] ?? null)
  const [details, setDetails] = useState(NO_DETAILS)
  const [results, setResults] = useState<MoveResults>(new Map())
  const [isDone, setDone] = useState(false)
  const { able, pasted } = planMove(orders, step, details.trackingNumber, results)
  const { run, isBusy } = useAction<OrderStatus>(async (to) => {
    const all = await moveOrders(
      able.map(({ id }) => id),
      (id) => moveBody(to, { ...details, trackingNumber: pasted.byOrder.get(id) ?? '' }),
      (result) => setResults((now) => new Map(now).set(result.orderId, result)),
    )
    setDone(true)
    const notice = movedNotice(all)
    if (notice !== null) toast(notice)
    onMoved()
  }, 'The orders could not be moved.')
  const phase = isBusy ? 'moving' : isDone ? 'done' : 'choosing'

  return {
    steps,
    step,
    details,
    results,
    able,
    pasted,
    phase,
    setStep,
    setDetails,
    move() {
      if (step !== null && phase === 'choosing' && pasted.unread.length === 0) run(step)
    },
    tryAgain() {
      // Lines that name their orders: whoever changes one of them moves none of the others.
      if (step === 'shipped') setDetails({ ...details, trackingNumber: numbersLeft({ able, pasted }) })
      setResults((now) => new Map([...now].filter(([, { isMoved }]) => isMoved)))
      setDone(false)
    },
  }
}
