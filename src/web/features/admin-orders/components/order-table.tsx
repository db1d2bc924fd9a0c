import type { StaffOrder } from '#contracts/order-life'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../../ui/data-table.tsx'
import { StatusBadge } from './status-badge.tsx'

interface OrderTableProps {
  readonly orders: readonly StaffOrder[]
  readonly isRefreshing: boolean
  readonly selected: ReadonlySet<number>
  readonly onSelect: (ids: readonly number[], isSelected: boolean) => void
  readonly onOpen: (order: StaffOrder) => void
}

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Orders as rows, to look into and to select. */
export function OrderTable({ orders, isRefreshing, selected, onSelect, onOpen }: OrderTableProps) {
  const ids = orders.map(({ id }) => id)
  const isAllSelected = ids.every((id) => selected.has(id))
  return (
    <DataTable label="Orders" isRefreshing={isRefreshing} className="min-w-[56rem]">
      <thead>
        <tr>
          <HeadCell className="w-12 pr-0"><Tick label="Select all orders on this page" checked={isAllSelected} onChange={(checked) => onSelect(ids, checked)} /></HeadCell>
          <HeadCell>Order</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell className="text-right">Items</HeadCell>
          <HeadCell className="text-right">Total</HeadCell>
          <HeadCell>Placed</HeadCell>
          <HeadCell><span className="sr-only">Actions</span></HeadCell>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} className={selected.has(order.id) ? 'bg-cyan-wash hover:bg-cyan-wash' : undefined}>
            <Cell className="pr-0"><Tick label={`Select order ${order.id}`} checked={selected.has(order.id)} onChange={(checked) => onSelect([order.id], checked)} /></Cell>
            <RowHead className="whitespace-nowrap">
              <button type="button" onClick={() => onOpen(order)} className="min-h-9 rounded font-semibold underline-offset-4 hover:underline">#{order.id}</button>
            </RowHead>
            <Cell><StatusBadge status={order.status} /></Cell>
            <Cell>
              <span className="grid">
                <span className="font-medium">{order.customerName}</span>
                <span className="text-xs text-soft">{order.customerEmail}</span>
              </span>
            </Cell>
            <Cell className="text-right whitespace-nowrap">{formatCount(order.items.reduce((sum, { quantity }) => sum + quantity, 0), 'item')}</Cell>
            <Cell className="text-right font-semibold">{formatPrice(order.totalAmount)}</Cell>
            <Cell className="whitespace-nowrap text-soft">{times.format(new Date(order.createdAt))}</Cell>
            <Cell className="text-right">
              <Button variant="ghost" size="small" onClick={() => onOpen(order)} aria-label={`View details of order ${order.id}`}>View Details</Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  )
}

function Tick({ label, checked, onChange }: { readonly label: string; readonly checked: boolean; readonly onChange: (checked: boolean) => void }) {
  return (
    <label className="grid size-9 place-items-center pointer-coarse:size-11">
      <span className="sr-only">{label}</span>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} className="size-4.5 accent-cyan" />
    </label>
  )
}
