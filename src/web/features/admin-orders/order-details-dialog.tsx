import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OrderDetails, type OrderDetailsProps } from './order-details.tsx'

/** The order-details dialog over the list (specification 2, section 2); the same stands on the order's own page. */
export function OrderDetailsDialog({ onClose, ...details }: OrderDetailsProps & { readonly onClose: () => void }) {
  const { id } = details.order
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`Order #${id}`}
      className="sm:max-w-3xl"
    >
      <p className="-mt-2 mb-4 text-sm">
        <Link to={paths.room(`orders/${id}`)} className="text-link">
          Open as a page, with the customer's other orders
        </Link>
      </p>
      <OrderDetails {...details} />
    </Dialog>
  )
}
