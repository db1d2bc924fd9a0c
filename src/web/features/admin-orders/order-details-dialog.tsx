import { Link } from 'react-router-dom'
import type { Neighbors } from '../../lib/use-neighbors.ts'
import { paths } from '../../lib/paths.ts'
import { NeighborButtons } from '../../ui/neighbor-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OrderDetails, type OrderDetailsProps } from './order-details.tsx'

interface OrderDetailsDialogProps extends OrderDetailsProps {
  readonly onClose: () => void
  /** In the list that it lies over. */
  readonly neighbors: Neighbors
  readonly onOpen: (id: string) => void
}

/** The order-details dialog over the list (specification 2, section 2); the same stands on the order's own page. */
export function OrderDetailsDialog({ onClose, neighbors, onOpen, ...details }: OrderDetailsDialogProps) {
  const { id } = details.order
  return (
    <Dialog
      onClose={onClose}
      title={`Order #${id}`}
      className="sm:max-w-3xl"
      opened={String(id)}
      tools={<NeighborButtons noun="order" opened={String(id)} neighbors={neighbors} onOpen={onOpen} />}
    >
      <p className="-mt-2 mb-4 text-sm">
        <Link to={paths.room(`orders/${id}`)} className="text-link">
          Open as a page, with the customer’s other orders
        </Link>
      </p>
      <OrderDetails key={id} {...details} />
    </Dialog>
  )
}
