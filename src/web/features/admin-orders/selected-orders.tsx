import { useState } from 'react'
import { MAX_SELECTED_ORDERS } from '#contracts/limits'
import type { StaffOrder } from '#contracts/staff-orders'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useMay } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { DownloadOrders } from './download-orders.tsx'
import type { Printed } from './orders-to-print.ts'
import type { OrderSelection } from './use-order-selection.ts'

const MoveDialog = lazyDialog(() => import('./move-dialog.tsx').then((module) => module.MoveDialog))
const NoteOrdersDialog = lazyDialog(() => import('./note-orders-dialog.tsx').then((module) => module.NoteOrdersDialog))

interface SelectedOrdersProps {
  readonly selection: OrderSelection
  readonly onPrint: (what: Printed, ids: readonly number[]) => void
  /** What is being read to be printed. */
  readonly preparing: Printed | null
  readonly onChanged: () => void
}

/** How many orders are selected, and what can be done with them, with the dialogs that do it. */
export function SelectedOrders({ selection, onPrint, preparing, onChanged }: SelectedOrdersProps) {
  const { ids, orders } = selection
  const mayChange = useMay('orders.write')
  const mayNote = useMay('orders.note')
  const mayExport = useMay('orders.export')
  const keyed = useStaffKeys()
  // The orders as they were when the dialog was opened: a move ends the selection, and its outcome is still shown.
  const [moving, setMoving] = useState<readonly StaffOrder[] | null>(null)
  const [noting, setNoting] = useState<readonly StaffOrder[] | null>(null)
  return (
    <>
      {ids.size > 0 && (
        <SelectionBar
          label="Selected orders"
          status={`${formatCount(ids.size, 'order')} selected`}
          onClear={selection.clear}
        >
          {mayChange && (
            <Button size="small" {...keyed('changeStatus')} onClick={() => setMoving(orders)}>
              Change status
            </Button>
          )}
          {mayNote && (
            <Button size="small" variant="quiet" {...keyed('addNote')} onClick={() => setNoting(orders)}>
              Add note
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            {...keyed('packingSlips')}
            aria-disabled={preparing !== null}
            onClick={() => onPrint('slips', [...ids])}
          >
            {preparing === 'slips' ? 'Preparing...' : 'Print packing slips'}
          </Button>
          <Button
            size="small"
            variant="quiet"
            {...keyed('pickList')}
            aria-disabled={preparing !== null}
            onClick={() => onPrint('pick-list', [...ids])}
          >
            {preparing === 'pick-list' ? 'Preparing...' : 'Print pick list'}
          </Button>
          {mayExport && ids.size <= MAX_SELECTED_ORDERS && (
            <DownloadOrders query={{ ids: [...ids].join() }} label="Download CSV of selection" />
          )}
        </SelectionBar>
      )}
      {noting !== null && <NoteOrdersDialog orders={noting} onClose={() => setNoting(null)} onWritten={onChanged} />}
      {moving !== null && (
        <MoveDialog
          orders={moving}
          onClose={() => setMoving(null)}
          onMoved={() => {
            selection.clear()
            onChanged()
          }}
        />
      )}
    </>
  )
}
