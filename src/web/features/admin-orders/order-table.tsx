import type { StaffOrder } from '#contracts/order-life'
import { classNames } from '../../lib/class-names.ts'
import { formatCount, formatPrice } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ReleaseBadge, StatusBadge } from './status-badge.tsx'

interface OrderTableProps {
  readonly orders: readonly StaffOrder[]
  readonly isRefreshing: boolean
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  readonly onOpen: (order: StaffOrder) => void
  /** Orders that somebody else has just changed, with who it was. */
  readonly changed: ReadonlyMap<number, string>
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Orders as rows, to look into and to select. On a phone each row is a card. */
export function OrderTable({ orders, isRefreshing, selected, onSelect, onOpen, changed }: OrderTableProps) {
  const ids = orders.map(({ id }) => id)
  const isAllSelected = ids.every((id) => selected.has(id))
  return (
    <DataTable label="Orders" isRefreshing={isRefreshing} className="max-sm:block lg:min-w-[56rem]">
      <thead className="max-sm:block">
        <tr className="max-sm:block">
          <HeadCell className="max-sm:flex max-sm:items-center max-sm:gap-2 max-sm:py-1 sm:w-12 sm:pr-0">
            <Tick
              label="Select all orders on this page"
              checked={isAllSelected}
              onChange={(checked) => onSelect(ids, checked)}
            />
            <span aria-hidden="true" className="sm:hidden">
              All on this page
            </span>
          </HeadCell>
          <HeadCell className="max-sm:hidden">Order</HeadCell>
          <HeadCell className="max-sm:hidden">Status</HeadCell>
          <HeadCell className="max-sm:hidden">Customer</HeadCell>
          <HeadCell className="text-right max-lg:hidden">Items</HeadCell>
          <HeadCell className="text-right max-sm:hidden">Total</HeadCell>
          <HeadCell className="max-lg:hidden">Placed</HeadCell>
          <HeadCell className="max-sm:hidden">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {orders.map((order) => (
          <Row
            key={order.id}
            className={classNames(
              'max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center max-sm:py-1.5',
              selected.has(order.id) && 'bg-cyan-wash hover:bg-cyan-wash',
              changed.has(order.id) && 'bg-yellow-wash hover:bg-yellow-wash',
            )}
          >
            <Cell className="pr-0 max-sm:row-span-2 max-sm:self-start">
              <Tick
                label={`Select order ${order.id}`}
                checked={selected.has(order.id)}
                onChange={(checked) => onSelect([order.id], checked)}
              />
            </Cell>
            <RowHead className="whitespace-nowrap">
              <button
                type="button"
                onClick={() => onOpen(order)}
                className="min-h-9 rounded font-semibold underline-offset-4 hover:underline"
              >
                #{order.id}
              </button>
              <span className="hidden text-xs text-soft sm:max-lg:block">{days.format(new Date(order.createdAt))}</span>
            </RowHead>
            <Cell className="max-sm:text-right">
              <span className="inline-flex flex-wrap gap-1.5 max-sm:justify-end">
                <StatusBadge status={order.status} />
                {order.awaitsRelease && <ReleaseBadge />}
                {changed.has(order.id) && (
                  <span className="text-xs font-semibold">Changed by {changed.get(order.id)}</span>
                )}
              </span>
            </Cell>
            <Cell className="max-lg:wrap-anywhere max-sm:col-span-2">
              <span className="grid">
                <span className="font-medium">{order.customerName}</span>
                <span className="text-xs text-soft">{order.customerEmail}</span>
                {order.notes.length > 0 && (
                  <span className="text-xs text-soft">{formatCount(order.notes.length, 'note')}</span>
                )}
              </span>
            </Cell>
            <Cell className="whitespace-nowrap max-sm:col-start-2 sm:text-right sm:max-lg:hidden">
              {formatCount(
                order.items.reduce((sum, { quantity }) => sum + quantity, 0),
                'item',
              )}
            </Cell>
            <Cell className="text-right font-semibold">{formatPrice(order.totalAmount)}</Cell>
            <Cell className="text-soft max-sm:col-start-2 sm:max-lg:hidden lg:whitespace-nowrap">
              <span className="sm:hidden">{days.format(new Date(order.createdAt))}</span>
              <span className="max-sm:hidden">{times.format(new Date(order.createdAt))}</span>
            </Cell>
            <Cell className="text-right">
              <Button
                variant="ghost"
                size="small"
                className="whitespace-nowrap"
                onClick={() => onOpen(order)}
                aria-label={`View details of order ${order.id}`}
              >
                View Details
              </Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  )
}
