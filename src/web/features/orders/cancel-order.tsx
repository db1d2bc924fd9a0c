import { useState } from 'react'
import { cancelOrderPath, ownOrderPath } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import { api } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { countdown } from './order-status.ts'
import { useNow } from '../../lib/use-now.ts'

function cancelOrder(id: number): Promise<Order> {
  return takeStep({
    send: () => api(cancelOrderPath(id), { method: 'POST' }),
    read: () => api(ownOrderPath(id)),
    isTaken: ({ status }) => status === 'cancelled',
  })
}

interface CancelOrderProps {
  readonly order: Order
  /** Called with the order as the server has it now. */
  readonly onCancelled: (order: Order) => void
}

/**
 * Within the review time: how long the order can still be canceled, and the way to do so after a question
 * (specification 2, section 9). Nothing once that time is over.
 */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false)
  const now = useNow(1000, order.cancellableUntil !== null)
  const left = countdown(order.cancellableUntil, now)

  const { run: cancel, isBusy } = useAction(
    async () => {
      onCancelled(await cancelOrder(order.id))
      setIsAsking(false)
      toast({ title: 'Order cancelled', description: `Order #${order.id} has been cancelled. Nothing will be sent.` })
    },
    (error) => {
      setIsAsking(false)
      toast({
        title: 'Order not cancelled',
        description: errorMessage(error, 'Something went wrong. Please try again.'),
        variant: 'destructive',
      })
      return null
    },
  )

  if (left === null && !isAsking) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:col-span-2 max-sm:w-full max-sm:justify-between sm:ml-auto">
      {left !== null && (
        <p data-print="hide" className="text-sm text-soft">
          Can be cancelled for{' '}
          <span role="timer" className="inline-block min-w-[3.2em] font-semibold text-ink tabular-nums">
            {left}
          </span>
        </p>
      )}
      <Button
        variant="ghost"
        size="small"
        onClick={() => setIsAsking(true)}
        aria-description={`Order #${order.id}`}
        className="-mx-4"
      >
        Cancel Order
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Cancel order #${order.id}?`}
        description="The whole order is cancelled, and nothing will be sent or charged. This cannot be undone."
      >
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={() => setIsAsking(false)}>
            Keep Order
          </Button>
          <Button onClick={() => cancel()} disabled={left === null} aria-disabled={isBusy}>
            {isBusy ? 'Cancelling...' : 'Yes, Cancel Order'}
          </Button>
        </div>
        {left === null && (
          <p role="status" className="mt-3 text-sm font-medium text-magenta">
            The time to cancel this order is over.
          </p>
        )}
      </Dialog>
    </div>
  )
}
