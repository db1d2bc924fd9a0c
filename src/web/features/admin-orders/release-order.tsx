import type { StaffOrder } from '#contracts/staff-orders'
import { releaseOrderPath } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { takeStep } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'

/** Why a large order stays pending, and the press that lets it go on. */
export function ReleaseOrder({
  order,
  onReleased,
}: {
  readonly order: StaffOrder
  readonly onReleased: (order: StaffOrder) => void
}) {
  const { run, isBusy, problem } = useAction(
    async () => {
      rememberOwnChange(order.id)
      const released = await takeStep({
        send: () => api(releaseOrderPath(order.id), { method: 'POST' }),
        read: () => readOrder(order.id),
        isTaken: ({ awaitsRelease, status }) => !awaitsRelease && status !== 'cancelled',
      })
      toast({ title: `Order #${order.id} released`, description: 'It moves on when its review time is over.' })
      onReleased(released)
    },
    (error) => errorMessage(error, 'The order could not be released.'),
  )
  return (
    <Note className="grid gap-3">
      <p>
        <strong>This order waits for you.</strong> With this customer’s other open orders it comes to more than the shop
        lets go by itself. Its pieces are held. Release it if the customer means it, or cancel it.
      </p>
      <Alert message={problem} />
      <Button size="small" className="justify-self-start" aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? 'Releasing...' : 'Release'}
      </Button>
    </Note>
  )
}
