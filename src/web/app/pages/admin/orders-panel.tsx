import { STAFF_ORDERS_PATH, TO_DO_PATH } from '#contracts/staff-paths'
import type { ToDo } from '#contracts/admin'
import { MINUTE_MS } from '#platform/time/durations'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { DownloadOrders } from '../../../features/admin-orders/download-orders.tsx'
import { useOthersChanges } from '../../../features/admin-orders/use-others-changes.ts'
import { OrderTable } from '../../../features/admin-orders/order-table.tsx'
import { AWAITS_RELEASE, OPEN_RETURNS } from '../../../features/admin-orders/order-moves.ts'
import { OrderFilters } from '../../../features/admin-orders/order-filters.tsx'
import { OrderViews } from '../../../features/admin-orders/order-views.tsx'
import { ANY_TIME, momentsOf, spanLabel, spanOf } from '../../../features/admin-orders/placed-span.ts'
import { SelectedOrders } from '../../../features/admin-orders/selected-orders.tsx'
import { useOrderPrint } from '../../../features/admin-orders/use-order-print.ts'
import { useOrderSelection } from '../../../features/admin-orders/use-order-selection.ts'
import { knownChoice } from '../../../lib/known-choice.ts'
import { STATUS_LABELS } from '../../../lib/order-state.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useNeighbors } from '../../../lib/use-neighbors.ts'
import { useMay } from '../../../lib/staff-person.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useToDo } from '../../../lib/use-to-do.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { Button } from '../../../ui/button.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { OpenedOrder } from './opened-order.tsx'
import { useRefresh } from './use-refresh.ts'

const OrderPage = lazyPart(() => import('./order-page.tsx').then((module) => module.OrderPage), {
  pending: <TableSkeleton text="Loading order..." />,
})
const PackingSlips = lazyPart(() =>
  import('../../../features/admin-orders/packing-slips.tsx').then((module) => module.PackingSlips),
)

const PickList = lazyPart(() =>
  import('../../../features/admin-orders/pick-list.tsx').then((module) => module.PickList),
)

/** Should the stream of changes be lost. */
const READ_AGAIN_MS = 30_000
const ORDER_KIND = ['order'] as const

/** Order Management: the list with the details over it, or an order at its own address. */
export function OrdersPanel() {
  const { opened, isOverList } = useRoomPath('orders')
  return opened === null || isOverList ? <OrderList /> : <OrderPage key={opened} name={opened} />
}

/** All orders, searched and moved along (specification 2, section 2). */
function OrderList() {
  const query = useAddressQuery()
  const search = query.get('search')
  const status = knownChoice(query.get('status'), [...Object.keys(STATUS_LABELS), AWAITS_RELEASE, OPEN_RETURNS])
  const span = spanOf(query)
  const now = useNow(MINUTE_MS)
  const filters: Readonly<Record<string, string>> = { search, ...filterOf(status), ...momentsOf(span, new Date(now)) }
  const sort = knownChoice(query.get('sort'), ['oldest'])
  const list = useStaffPage(STAFF_ORDERS_PATH, query, {
    filters: sort === '' ? filters : { ...filters, sort },
    everyMs: READ_AGAIN_MS,
  })
  useStaffChanges(ORDER_KIND, list.retry, { pauseMs: 1000 })
  const changedByOthers = useOthersChanges(list.data)
  const mayExport = useMay('orders.export')
  const selection = useOrderSelection(list.data)
  const { opened, open, close } = useRoomPath('orders')
  const neighbors = useNeighbors(
    list.data?.map(({ id }) => String(id)),
    opened,
  )
  const { data: toDo } = useToDo()
  const { printing, preparing, print, done: donePrinting } = useOrderPrint()
  const refresh = useRefresh()
  const changed = () => void refresh(STAFF_ORDERS_PATH, '/api/admin/summary', TO_DO_PATH)
  const isEverything = search === '' && status === '' && spanLabel(span) === null

  return (
    <div className="grid gap-4">
      <RoomHead title="Orders">{mayExport && <DownloadOrders query={filters} label="Download CSV" />}</RoomHead>
      <p role="status" className="sr-only">
        {[...changedByOthers].map(([id, who]) => `Order ${id} was changed by ${who}.`).join(' ')}
      </p>
      <OrderViews status={status} search={search} sort={sort} span={span} counts={countsOf(toDo)} />
      <OrderFilters query={query} />
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
            selected={selection.ids}
            onSelect={selection.select}
            changed={changedByOthers}
            onOpen={({ id }) => open(String(id))}
          />
        )}
      </StaffList>
      <SelectedOrders selection={selection} onPrint={print} preparing={preparing} onChanged={changed} />
      {opened !== null && (
        <OpenedOrder
          id={Number(opened)}
          listed={list.data?.find(({ id }) => id === Number(opened))}
          neighbors={neighbors}
          onOpen={open}
          onClose={close}
          onMoved={changed}
          onPrint={({ id }) => print('slips', [id])}
          isPreparing={preparing !== null}
        />
      )}
      {printing?.what === 'slips' && <PackingSlips orders={printing.orders} onPrinted={donePrinting} />}
      {printing?.what === 'pick-list' && <PickList orders={printing.orders} onPrinted={donePrinting} />}
    </div>
  )
}

/** How many orders wait in a view, by its status. */
function countsOf(toDo: ToDo | undefined): Readonly<Record<string, number>> {
  if (toDo === undefined) return {}
  const { pending, processing, awaitingRelease, openReturns } = toDo.orders
  return { pending, processing, [AWAITS_RELEASE]: awaitingRelease, [OPEN_RETURNS]: openReturns }
}

/** What the API calls the choice of the status filter. */
function filterOf(status: string): Readonly<Record<string, string>> {
  if (status === AWAITS_RELEASE) return { awaitsRelease: 'true' }
  return status === OPEN_RETURNS ? { openReturns: 'true' } : { status }
}
