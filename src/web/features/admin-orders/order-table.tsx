import { ChevronRight } from 'lucide-react'
import type { StaffOrder } from '#contracts/order-life'
import { classNames } from '../../lib/class-names.ts'
import { formatCount, formatPrice, timeFormat } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useRowTicks } from '../../ui/use-row-ticks.ts'
import { refundLabel, shortPaymentLabel } from './order-moves.ts'
import { ExpressBadge, StatusBadge } from './status-badge.tsx'
import { waitingOf, type Waiting } from './waiting.ts'

interface OrderTableProps {
  readonly orders: readonly StaffOrder[]
  readonly isRefreshing: boolean
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  readonly onOpen: (order: StaffOrder) => void
  /** Orders that somebody else has just changed, with who it was. */
  readonly changed: ReadonlyMap<number, string>
}

const days = timeFormat({ dateStyle: 'medium' })
const times = timeFormat({ timeStyle: 'short' })

const MINUTE_MS = 60_000

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
          <Row
            key={order.id}
            data-opens={order.id}
            ground={changed.has(order.id) ? 'changed' : selected.has(order.id) ? 'selected' : 'usual'}
            className="max-sm:grid max-sm:grid-cols-[auto_minmax(5.5rem,1fr)_auto] max-sm:items-center max-sm:py-1.5 large-letters:grid-cols-[auto_minmax(0,1fr)] large-letters:*:not-first:col-[2] large-letters:*:text-left"
          >
            <Cell className="pr-0 max-sm:row-span-2 max-sm:self-start">
              <Tick label={`Select order ${order.id}`} {...ticks.ofRow(order.id)} />
            </Cell>
            <RowHead className="whitespace-nowrap">
              <button
                type="button"
                onClick={() => onOpen(order)}
                className="min-h-9 rounded font-semibold underline-offset-4 hover:underline"
              >
                #{order.id}
              </button>
              <span className="-mt-1 hidden text-xs text-soft sm:max-xl:block">{days(order.createdAt)}</span>
            </RowHead>
            <Cell className="max-sm:text-right">
              <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
                <StatusBadge order={order} />
                <ExpressBadge order={order} />
                {changed.has(order.id) && (
                  <span className="text-xs font-semibold">Changed by {changed.get(order.id)}</span>
                )}
                <WaitingTime waiting={waitingOf(order, now)} className="lg:hidden" />
              </span>
            </Cell>
            <Cell className="max-sm:col-span-2 max-sm:col-start-2 sm:max-lg:w-full sm:max-w-0 lg:w-1/2">
              <span className="grid">
                <span className="font-medium wrap-anywhere sm:truncate" title={order.customerName}>
                  {order.customerName}
                </span>
                <span className="text-xs wrap-anywhere text-soft sm:truncate" title={order.customerEmail}>
                  {order.customerEmail}
                </span>
                {order.notes.length > 0 && (
                  <span className="text-xs text-soft">{formatCount(order.notes.length, 'note')}</span>
                )}
              </span>
            </Cell>
            <Cell className="max-sm:col-start-2 max-sm:self-start sm:max-lg:hidden lg:w-1/2 lg:max-w-0">
              <span className="grid">
                <span className="whitespace-nowrap">
                  {formatCount(
                    order.items.reduce((sum, { quantity }) => sum + quantity, 0),
                    'item',
                  )}
                </span>
                <span className="line-clamp-2 text-xs text-soft lg:line-clamp-1" title={productsOf(order)}>
                  {productsOf(order)}
                </span>
              </span>
            </Cell>
            <Cell className="text-right max-sm:self-start">
              <span className="grid">
                <span className="font-semibold whitespace-nowrap">{formatPrice(order.totalAmount)}</span>
                <Payment order={order} />
              </span>
            </Cell>
            <Cell className="max-lg:hidden">
              <WaitingTime waiting={waitingOf(order, now)} />
            </Cell>
            <Cell className="text-soft max-sm:col-start-2 sm:max-xl:hidden">
              <span className="whitespace-nowrap">{days(order.createdAt)}</span>
              <span className="block text-xs max-sm:hidden">{times(order.createdAt)}</span>
            </Cell>
            <Cell className="text-right">
              <Button
                variant="ghost"
                size="small"
                className="whitespace-nowrap max-sm:-mr-3 max-sm:px-2.5 large-letters:-ml-3 sm:max-lg:px-2"
                onClick={() => onOpen(order)}
                aria-label={`View details of order ${order.id}`}
              >
                <span className="sm:max-lg:hidden">View Details</span>
                <ChevronRight aria-hidden="true" className="hidden size-4.5 sm:max-lg:block" />
              </Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  )
}

/** "HP LaserJet Pro, Canon PIXMA". */
function productsOf({ items }: StaffOrder): string {
  return items.map(({ name }) => name).join(', ')
}

/** Where there is no room for both, what was refunded stands below the way of payment. */
function Payment({ order }: { readonly order: StaffOrder }) {
  const refund = refundLabel(order)
  return (
    <span className="text-xs text-soft">
      <span className="whitespace-nowrap">
        {shortPaymentLabel(order)}
        {refund !== null && ','}
      </span>{' '}
      <span className="whitespace-nowrap">{refund}</span>
    </span>
  )
}

function WaitingTime({ waiting, className }: { readonly waiting: Waiting | null; readonly className?: string }) {
  if (waiting === null) return null
  const { words, lateBecause } = waiting
  return (
    <span className={classNames('whitespace-nowrap max-lg:text-xs', className)} title={lateBecause ?? undefined}>
      {lateBecause === null ? (
        <span className="text-soft">{words}</span>
      ) : (
        <>
          <b className="mr-1.5">{words}</b>
          <Badge tone="sell">
            Late<span className="sr-only">: {lateBecause}</span>
          </Badge>
        </>
      )}
    </span>
  )
}
