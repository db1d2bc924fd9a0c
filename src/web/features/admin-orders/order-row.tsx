import { ChevronRight } from 'lucide-react'
import type { StaffOrder } from '#contracts/staff-orders'
import { classNames } from '../../lib/class-names.ts'
import { formatCount, formatPrice } from '../../lib/format.ts'
import { shopTimeFormat } from '../../lib/format-shop-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, Row, RowHead } from '../../ui/data-table.tsx'
import { Tick } from '../../ui/tick.tsx'
import type { RowTick } from '../../ui/use-row-ticks.ts'
import { refundLabel, shortPaymentLabel } from './order-moves.ts'
import { ExpressBadge, StatusBadge } from './status-badge.tsx'
import { waitingOf, type Waiting } from './waiting.ts'

interface OrderRowProps {
  readonly order: StaffOrder
  readonly tick: RowTick
  /** Who else has just changed it. */
  readonly changedBy: string | undefined
  readonly now: number
  readonly onOpen: (order: StaffOrder) => void
}

const days = shopTimeFormat({ dateStyle: 'medium' })
const times = shopTimeFormat({ timeStyle: 'short' })

/** An order of the list. */
export function OrderRow({ order, tick, changedBy, now, onOpen }: OrderRowProps) {
  const waiting = waitingOf(order, now)
  return (
    <Row
      data-opens={order.id}
      ground={changedBy !== undefined ? 'changed' : tick.checked ? 'selected' : 'usual'}
      className="max-sm:grid max-sm:grid-cols-[auto_minmax(5.5rem,1fr)_auto] max-sm:items-center max-sm:py-1.5 large-letters:grid-cols-[auto_minmax(0,1fr)] large-letters:*:not-first:col-[2] large-letters:*:text-left"
    >
      <Cell className="pr-0 max-sm:row-span-2 max-sm:self-start">
        <Tick label={`Select order ${order.id}`} {...tick} />
      </Cell>
      <RowHead className="whitespace-nowrap">
        <button
          type="button"
          onClick={() => onOpen(order)}
          className="min-h-9 rounded font-semibold underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          #{order.id}
        </button>
        <span className="-mt-1 hidden text-xs text-soft sm:max-xl:block">{days(order.createdAt)}</span>
      </RowHead>
      <Cell className="max-sm:text-right">
        <span className="inline-flex flex-wrap items-center gap-1.5 max-sm:justify-end">
          <StatusBadge order={order} />
          <ExpressBadge order={order} />
          {changedBy !== undefined && <span className="text-xs font-semibold">Changed by {changedBy}</span>}
          <WaitingTime waiting={waiting} className="lg:hidden" />
        </span>
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:col-start-2 sm:max-lg:w-full sm:max-w-0 lg:w-1/2">
        <Customer order={order} />
      </Cell>
      <Cell className="max-sm:col-start-2 max-sm:self-start sm:max-lg:hidden lg:w-1/2 lg:max-w-0">
        <Items order={order} />
      </Cell>
      <Cell className="text-right max-sm:self-start">
        <span className="grid">
          <span className="font-semibold whitespace-nowrap">{formatPrice(order.totalAmount)}</span>
          <Payment order={order} />
        </span>
      </Cell>
      <Cell className="max-lg:hidden">
        <WaitingTime waiting={waiting} />
      </Cell>
      <Cell className="text-soft max-sm:col-start-2 sm:max-xl:hidden">
        <span className="whitespace-nowrap">{days(order.createdAt)}</span>
        <span className="block text-xs max-sm:hidden">{times(order.createdAt)} CT</span>
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
  )
}

function Customer({ order: { customerName, customerEmail, notes } }: { readonly order: StaffOrder }) {
  return (
    <span className="grid">
      <span className="font-medium wrap-anywhere sm:truncate" title={customerName}>
        {customerName}
      </span>
      <span className="text-xs wrap-anywhere text-soft sm:truncate" title={customerEmail}>
        {customerEmail}
      </span>
      {notes.length > 0 && <span className="text-xs text-soft">{formatCount(notes.length, 'note')}</span>}
    </span>
  )
}

function Items({ order: { items } }: { readonly order: StaffOrder }) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  /** "HP LaserJet Pro, Canon PIXMA" */
  const names = items.map(({ name }) => name).join(', ')
  return (
    <span className="grid">
      <span className="whitespace-nowrap">{formatCount(pieces, 'item')}</span>
      <span className="line-clamp-2 text-xs text-soft lg:line-clamp-1" title={names}>
        {names}
      </span>
    </span>
  )
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
