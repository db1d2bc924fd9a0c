import type { ReactNode } from 'react'
import type { Order } from '#contracts/orders'
import { FailureNote } from '../../../ui/async.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface OrdersGuardProps {
  readonly orders: readonly Order[] | undefined
  readonly hasFailed: boolean
  readonly onRetry: () => Promise<void>
  readonly children: (orders: readonly Order[]) => ReactNode
}

/** Orders that could not be read are an empty list, and said to be so (specification 2, section 8). */
export function OrdersGuard({ orders, hasFailed, onRetry, children }: OrdersGuardProps) {
  if (orders === undefined && !hasFailed) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <p role="status" className="text-soft">
          Loading orders...
        </p>
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      {hasFailed && (
        <FailureNote
          message="Your orders could not be loaded just now. They are safe; please try again."
          onRetry={onRetry}
        />
      )}
      {(orders !== undefined || hasFailed) && children(orders ?? [])}
    </div>
  )
}
