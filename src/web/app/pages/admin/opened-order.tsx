import { useState } from 'react'
import { staffOrderPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { SHARED_WITH_OTHERS, useRead } from '../../../lib/use-read.ts'
import type { Neighbors } from '../../../lib/use-neighbors.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { Async } from '../../../ui/async.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

const OrderDetailsDialog = lazyDialog(() =>
  import('../../../features/admin-orders/order-details-dialog.tsx').then((module) => module.OrderDetailsDialog),
)

const ORDER_KIND = ['order'] as const

interface OpenedOrderProps {
  readonly id: number
  /** The order, where the list has it. */
  readonly listed: StaffOrder | undefined
  readonly neighbors: Neighbors
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  readonly onMoved: () => void
  readonly onPrint: (order: StaffOrder) => void
  readonly isPreparing: boolean
}

/** The order that the address names, also when the list behind it does not show it, or not any more. */
export function OpenedOrder({
  id,
  listed,
  neighbors,
  onOpen,
  onClose,
  onMoved,
  onPrint,
  isPreparing,
}: OpenedOrderProps) {
  const [moved, setMoved] = useState<StaffOrder | null>(null)
  const { data, error, retry } = useRead(
    listed === undefined && Number.isInteger(id) ? staffOrderPath(id) : null,
    SHARED_WITH_OTHERS,
  )
  // The list reads again what it shows.
  useStaffChanges(ORDER_KIND, retry, { id: String(id) })
  const order = newest([moved?.id === id ? moved : null, listed, data])
  if (order !== undefined)
    return (
      <OrderDetailsDialog
        order={order}
        neighbors={neighbors}
        onOpen={onOpen}
        onClose={onClose}
        onMoved={(next) => {
          setMoved(next)
          onMoved()
        }}
        onPrint={onPrint}
        isPreparing={isPreparing}
      />
    )
  return (
    <Dialog onClose={onClose} title={Number.isInteger(id) ? `Order #${id}` : 'No such order'}>
      <Async
        data={data}
        error={Number.isInteger(id) ? error : 'no number'}
        errorMessage="This order could not be read."
        onRetry={retry}
        loading={<TableSkeleton text="Loading order..." />}
      >
        {() => null}
      </Async>
    </Dialog>
  )
}

/** The order may have moved in the list, and the list may be older than the move made here. */
function newest(known: readonly (StaffOrder | null | undefined)[]): StaffOrder | undefined {
  return known
    .filter((order) => order !== null && order !== undefined)
    .reduce<StaffOrder | undefined>(
      (latest, order) => (latest === undefined || order.revision > latest.revision ? order : latest),
      undefined,
    )
}
