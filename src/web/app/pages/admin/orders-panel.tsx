import { useCallback, useState } from 'react'
import { STAFF_ORDERS_PATH, TO_DO_PATH } from '#contracts/api-paths'
import type { StaffOrder } from '#contracts/order-life'
import { MOST_SELECTED_ORDERS } from '#contracts/limits'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { DownloadOrders } from '../../../features/admin-orders/download-orders.tsx'
import { useOthersChanges } from '../../../features/admin-orders/use-others-changes.ts'
import { OrderTable } from '../../../features/admin-orders/order-table.tsx'
import { AWAITS_RELEASE, OPEN_RETURNS } from '../../../features/admin-orders/order-moves.ts'
import { OrderViews } from '../../../features/admin-orders/order-views.tsx'
import { PlacedFields } from '../../../features/admin-orders/placed-fields.tsx'
import { ANY_TIME, momentsOf, spanLabel } from '../../../features/admin-orders/placed-span.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useNeighbors } from '../../../lib/use-neighbors.ts'
import { useStaffKeys } from '../../../lib/staff-keys.ts'
import { useMay } from '../../../lib/staff-person.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useToDo } from '../../../lib/use-to-do.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { OpenedOrder } from './opened-order.tsx'
import { useRefresh } from './use-refresh.ts'

const OrderPage = lazyPart(() => import('./order-page.tsx').then((module) => module.OrderPage), {
  pending: <TableSkeleton text="Loading order..." />,
})
const MoveDialog = lazyDialog(() =>
  import('../../../features/admin-orders/move-dialog.tsx').then((module) => module.MoveDialog),
)
const NoteOrdersDialog = lazyDialog(() =>
  import('../../../features/admin-orders/note-orders-dialog.tsx').then((module) => module.NoteOrdersDialog),
)
const PackingSlips = lazyPart(() =>
  import('../../../features/admin-orders/packing-slips.tsx').then((module) => module.PackingSlips),
)

const PickList = lazyPart(() =>
  import('../../../features/admin-orders/pick-list.tsx').then((module) => module.PickList),
)

type Printed = 'slips' | 'pick-list'

/** Should the stream of changes be lost. */
const READ_AGAIN_MS = 30_000
const MINUTE_MS = 60_000
const ORDER_KIND = ['order'] as const
const SORTS = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Waiting longest first' },
]

/** Order Management: the list with the details over it, or an order at its own address. */
export function OrdersPanel() {
  const { opened, isOverList } = useRoomPath('orders')
  return opened === null || isOverList ? <OrderList /> : <OrderPage key={opened} name={opened} />
}

/** All orders, searched and moved along (specification 2, section 2). */
function OrderList() {
  const query = useAddressQuery()
  const mayChange = useMay('orders.write')
  const refresh = useRefresh()
  const [search, status, sort] = [query.get('search'), query.get('status'), query.get('sort')]
  const now = useNow(MINUTE_MS)
  const span = { placed: query.get('placed'), from: query.get('from'), to: query.get('to') }
  const filters: Readonly<Record<string, string>> = { search, ...filterOf(status), ...momentsOf(span, new Date(now)) }
  const isOldestFirst = sort === 'oldest'
  const list = useStaffPage(STAFF_ORDERS_PATH, query, {
    filters: isOldestFirst ? { ...filters, sort } : filters,
    everyMs: READ_AGAIN_MS,
  })
  useStaffChanges(ORDER_KIND, list.retry, { pauseMs: 1000 })
  const changedByOthers = useOthersChanges(list.data)
  const mayExport = useMay('orders.export')
  const mayNote = useMay('orders.note')
  const keyed = useStaffKeys()
  /** Selected orders as they were when they were selected: a selection outlives a change of page. */
  const [selected, setSelected] = useState<ReadonlyMap<number, StaffOrder>>(new Map())
  const { opened, open, close } = useRoomPath('orders')
  const neighbors = useNeighbors(
    list.data?.map(({ id }) => String(id)),
    opened,
  )
  const { data: toDo } = useToDo()
  const [moving, setMoving] = useState<readonly StaffOrder[] | null>(null)
  const [noting, setNoting] = useState<readonly StaffOrder[] | null>(null)
  const [printing, setPrinting] = useState<{ readonly what: Printed; readonly orders: readonly StaffOrder[] } | null>(
    null,
  )
  const donePrinting = useCallback(() => setPrinting(null), [setPrinting])
  const changed = () => refresh(STAFF_ORDERS_PATH, '/api/admin/summary', TO_DO_PATH)
  const isEverything = search === '' && status === '' && spanLabel(span) === null
  const inView = new Map(list.data?.map((order) => [order.id, order]))
  const chosen = [...selected.values()].map((order) => inView.get(order.id) ?? order)

  function select(ids: readonly number[], isSelected: boolean): void {
    setSelected((now) => {
      const next = new Map(now)
      for (const id of ids) {
        const order = inView.get(id)
        if (isSelected && order !== undefined) next.set(id, order)
        else next.delete(id)
      }
      return next
    })
  }

  return (
    <div className="grid gap-4">
      <RoomHead title="Orders">{mayExport && <DownloadOrders query={filters} label="Download CSV" />}</RoomHead>
      <p role="status" className="sr-only">
        {[...changedByOthers].map(([id, who]) => `Order ${id} was changed by ${who}.`).join(' ')}
      </p>
      <OrderViews
        status={status}
        search={search}
        span={span}
        counts={
          toDo === undefined
            ? {}
            : {
                pending: toDo.orders.pending,
                processing: toDo.orders.processing,
                [AWAITS_RELEASE]: toDo.orders.awaitingRelease,
                [OPEN_RETURNS]: toDo.orders.openReturns,
              }
        }
      />
      <div className="flex flex-wrap items-end gap-3">
        <SearchInput
          label="Search orders"
          placeholder="Name, email, place, product, or a number: order, tracking, INV-, RMA-"
          value={search}
          onSearch={(text) => query.set({ search: text }, { replace: true })}
          className="flex-1 max-sm:w-full max-sm:flex-none sm:min-w-64"
        />
        <PlacedFields span={span} onChange={(next) => query.set({ ...next })} />
        <Field label="Sort">
          <Select
            value={isOldestFirst ? 'oldest' : ''}
            onChange={({ target }) => query.set({ sort: target.value })}
            options={SORTS}
          />
        </Field>
      </div>
      <StaffList
        list={list}
        noun="orders"
        errorMessage="Failed to fetch orders"
        empty={{
          title: 'No orders found',
          description: isEverything
            ? 'Orders appear here as soon as somebody buys.'
            : 'Nothing matches the search and filters.',
          action: !isEverything && (
            <Button variant="quiet" onClick={() => query.set({ search: '', status: '', ...ANY_TIME })}>
              Show all orders
            </Button>
          ),
        }}
      >
        {(orders) => (
          <OrderTable
            orders={orders}
            isRefreshing={list.isRefreshing}
            selected={new Set(selected.keys())}
            onSelect={select}
            changed={changedByOthers}
            onOpen={({ id }) => open(String(id))}
          />
        )}
      </StaffList>
      {selected.size > 0 && (
        <SelectionBar
          label="Selected orders"
          status={`${formatCount(selected.size, 'order')} selected`}
          onClear={() => setSelected(new Map())}
        >
          {mayChange && (
            <Button size="small" {...keyed('changeStatus')} onClick={() => setMoving(chosen)}>
              Change status
            </Button>
          )}
          {mayNote && (
            <Button size="small" variant="quiet" {...keyed('addNote')} onClick={() => setNoting(chosen)}>
              Add note
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            {...keyed('packingSlips')}
            onClick={() => setPrinting({ what: 'slips', orders: chosen })}
          >
            Print packing slips
          </Button>
          <Button
            size="small"
            variant="quiet"
            {...keyed('pickList')}
            onClick={() => setPrinting({ what: 'pick-list', orders: chosen })}
          >
            Print pick list
          </Button>
          {mayExport && selected.size <= MOST_SELECTED_ORDERS && (
            <DownloadOrders query={{ ids: [...selected.keys()].join() }} label="Download CSV of selection" />
          )}
        </SelectionBar>
      )}
      {opened !== null && (
        <OpenedOrder
          id={Number(opened)}
          listed={inView.get(Number(opened))}
          neighbors={neighbors}
          onOpen={open}
          onClose={close}
          onMoved={() => void changed()}
          onPrint={(order) => setPrinting({ what: 'slips', orders: [order] })}
        />
      )}
      {noting !== null && (
        <NoteOrdersDialog orders={noting} onClose={() => setNoting(null)} onWritten={() => void changed()} />
      )}
      {moving !== null && (
        <MoveDialog
          orders={moving}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setSelected(new Map())
            void changed()
          }}
        />
      )}
      {printing?.what === 'slips' && <PackingSlips orders={printing.orders} onPrinted={donePrinting} />}
      {printing?.what === 'pick-list' && <PickList orders={printing.orders} onPrinted={donePrinting} />}
    </div>
  )
}

/** What the API calls the choice of the status filter. */
function filterOf(status: string): Readonly<Record<string, string>> {
  if (status === AWAITS_RELEASE) return { awaitsRelease: 'true' }
  return status === OPEN_RETURNS ? { openReturns: 'true' } : { status }
}
