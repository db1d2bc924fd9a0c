import type { StaffOrder } from '#contracts/staff-orders'
import { MINUTE_MS } from '#platform/time/durations'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useNow } from '../../lib/use-now.ts'
import { DataTable, HeadCell } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useRowTicks } from '../../ui/use-row-ticks.ts'
import { OrderRow } from './order-row.tsx'

interface OrderTableProps {
  readonly orders: readonly StaffOrder[]
  readonly isRefreshing: boolean
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  readonly onOpen: (order: StaffOrder) => void
  /** Orders that somebody else has just changed, with who it was. */
  readonly changed: ReadonlyMap<number, string>
}

/** Orders as rows, to look into and to select. On a phone each row is a card. */
export function OrderTable({ orders, isRefreshing, selected, onSelect, onOpen, changed }: OrderTableProps) {
  const now = useNow(MINUTE_MS)
  const keyed = useStaffKeys()
  const ticks = useRowTicks(
    orders.map(({ id }) => id),
    selected,
    onSelect,
  )
  return (
    <DataTable label="Orders" isRefreshing={isRefreshing} className="max-sm:block lg:min-w-[56rem]">
      <thead className="max-sm:block">
        <tr className="max-sm:block">
          <HeadCell className="max-sm:flex max-sm:items-center max-sm:gap-2 max-sm:py-1 sm:w-12 sm:pr-0">
            <Tick label="Select all orders on this page" {...ticks.all} keys={keyed('selectAll')} />
            <span aria-hidden="true" className="sm:hidden">
              All on this page
            </span>
          </HeadCell>
          <HeadCell className="max-sm:hidden">Order</HeadCell>
          <HeadCell className="max-sm:hidden">Status</HeadCell>
          <HeadCell className="max-sm:hidden">Customer</HeadCell>
          <HeadCell className="max-lg:hidden">Items</HeadCell>
          <HeadCell className="text-right max-sm:hidden">Total and payment</HeadCell>
          <HeadCell className="max-lg:hidden">Waiting</HeadCell>
          <HeadCell className="max-xl:hidden">Placed</HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            tick={ticks.ofRow(order.id)}
            changedBy={changed.get(order.id)}
            now={now}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </DataTable>
  )
}
