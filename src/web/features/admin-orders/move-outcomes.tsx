import { Check, X } from 'lucide-react'
import type { StaffOrder } from '#contracts/staff-orders'
import type { MoveResult } from './move-orders.ts'
import { StatusBadge } from './status-badge.tsx'
import type { Moves } from './use-moves.ts'

/** The orders of a move with what became of each, or with what each is and gets until then. */
export function MoveOutcomes({ orders, moves }: { readonly orders: readonly StaffOrder[]; readonly moves: Moves }) {
  const { results, able, pasted, phase } = moves
  return (
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
  )
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
