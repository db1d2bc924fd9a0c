import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { staffOrderPath, STAFF_ORDERS_PATH, TO_DO_PATH } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { CustomerMessages } from '../../../features/admin-orders/customer-messages.tsx'
import { OrderDetails } from '../../../features/admin-orders/order-details.tsx'
import { OtherOrders } from '../../../features/admin-orders/other-orders.tsx'
import { useOrderPrint } from '../../../features/admin-orders/use-order-print.ts'
import { useOthersChanges } from '../../../features/admin-orders/use-others-changes.ts'
import { ApiError } from '../../../lib/api-client.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/staff-person.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../../lib/use-read.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { Async } from '../../../ui/async.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { useRefresh } from './use-refresh.ts'

const PackingSlips = lazyPart(() =>
  import('../../../features/admin-orders/packing-slips.tsx').then((module) => module.PackingSlips),
)

const ORDER_KIND = ['order'] as const

/** An order at its own address: all that the dialog over the list has, with the customer's other orders and messages. */
export function OrderPage({ name }: { readonly name: string }) {
  const id = Number(name.replace(/^#?(ord-)?/i, ''))
  const isNumber = Number.isSafeInteger(id) && id > 0
  const { data, error, retry } = useRead(isNumber ? staffOrderPath(id) : null, SHARED_WITH_OTHERS)
  const [moved, setMoved] = useState<StaffOrder | null>(null)
  useStaffChanges(ORDER_KIND, retry, { id: String(id) })
  const refresh = useRefresh()
  const order = moved !== null && (data === undefined || moved.revision > data.revision) ? moved : data
  const isThere = isNumber && !(order === undefined && error instanceof ApiError && error.status === 404)

  return (
    <div className="grid gap-4">
      <Link
        to={paths.room('orders')}
        data-print="hide"
        className="tap-room inline-flex items-center gap-1.5 justify-self-start text-sm text-link"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All orders
      </Link>
      <RoomHead title={isThere ? `Order #${id}` : 'No such order'} />
      {isThere ? (
        <Async
          data={order}
          error={error}
          errorMessage="This order could not be read."
          onRetry={retry}
          loading={<TableSkeleton text="Loading order..." />}
        >
          {(shown) => (
            <LoadedOrder
              order={shown}
              onMoved={(next) => {
                setMoved(next)
                void refresh(STAFF_ORDERS_PATH, '/api/admin/summary', TO_DO_PATH)
              }}
            />
          )}
        </Async>
      ) : (
        <EmptyState
          title="No such order"
          description={
            isNumber
              ? `The shop has no order with the number ${id}.`
              : 'An order’s address ends with its number, such as 100001.'
          }
        />
      )}
    </div>
  )
}

interface LoadedOrderProps {
  readonly order: StaffOrder
  readonly onMoved: (order: StaffOrder) => void
}

function LoadedOrder({ order, onMoved }: LoadedOrderProps) {
  const { printing, preparing, print, done: donePrinting } = useOrderPrint()
  const changedBy = useOthersChanges(useMemo(() => [order], [order])).get(order.id)
  const mayReadInbox = useMay('inbox.read')
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0 sheet p-4 sm:p-6">
        <h2 className="sr-only">Details</h2>
        <div role="status" className="not-empty:mb-4">
          {changedBy !== undefined && <Note size="small">This order was just changed by {changedBy}.</Note>}
        </div>
        <OrderDetails
          order={order}
          onMoved={onMoved}
          onPrint={({ id }) => print('slips', [id])}
          isPreparing={preparing !== null}
        />
      </div>
      <div data-print="hide" className="grid min-w-0 gap-6">
        <OtherOrders order={order} />
        {mayReadInbox && <CustomerMessages order={order} />}
      </div>
      {printing !== null && <PackingSlips orders={printing.orders} onPrinted={donePrinting} />}
    </div>
  )
}
