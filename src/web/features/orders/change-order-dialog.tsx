import { useState } from 'react'
import { ownOrderPath } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import { formatMoney, type Costs } from '#platform/shared-kernel/money'
import { api } from '../../lib/api-client.ts'
import { centsOf } from '../../lib/format.ts'
import { CostList } from '../../ui/cost-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { toast } from '../../ui/toast.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import { costsWith, itemsWith } from './order-change.ts'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('#contracts/orders').then(({ Address }) => Address)

interface ChangeOrderDialogProps {
  readonly order: Order
  readonly onClose: () => void
  /** Called with the order as the server has it now. */
  readonly onChanged: (order: Order) => void
}

/** Fewer pieces and another delivery address, with the costs that follow (specification 2, section 9). */
export function ChangeOrderDialog({ order: current, onClose, onChanged }: ChangeOrderDialogProps) {
  // The order as the dialog opened with it, with which its quantities begin.
  const [order] = useState(current)
  const [quantities, setQuantities] = useState(() => order.items.map(({ quantity }) => quantity))
  const items = itemsWith(order, quantities)
  const costs = costsWith(order, quantities)
  const { address2, ...address } = order.shippingAddress
  const closeAfter = useWhileShown(onClose)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { ...address, address2: address2 ?? '' },
    // Only what is another here: the shop may have corrected the rest meanwhile.
    send: (shippingAddress): Promise<Order> =>
      api(ownOrderPath(order.id), {
        method: 'PUT',
        body: { ...(isDirty && { shippingAddress }), ...(items !== null && { items }) },
      }),
    onSent(changed) {
      onChanged(changed)
      closeAfter()
      if (!isDirty && items === null) return
      toast({ title: 'Order changed', description: 'You get a mail with your order as it is now.' })
    },
    failure: { title: 'Order not changed', description: 'Something went wrong. Please try again.' },
  })
  const { isDirty } = form.formState

  return (
    <Dialog
      onClose={onClose}
      title={`Change order #${order.id}`}
      description="Take pieces out, or correct where it goes. For more pieces, place another order."
      className="sm:max-w-2xl"
    >
      <Form form={form} className="grid gap-6">
        <Quantities order={order} quantities={quantities} onChange={setQuantities} />
        <DeliveryFields form={form} />
        <CostsAfter costs={costs} paidShipping={order.shipping} />
        <DialogActions onCancel={onClose} sending="Saving..." disabled={costs === null}>
          Save Changes
        </DialogActions>
      </Form>
    </Dialog>
  )
}

interface QuantitiesProps {
  readonly order: Order
  readonly quantities: readonly number[]
  readonly onChange: (quantities: number[]) => void
}

/** How many pieces of each line stay. */
function Quantities({ order, quantities, onChange }: QuantitiesProps) {
  return (
    <ul className="grid gap-3">
      {order.items.map((item, index) => (
        <li key={index} className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3">
          <span className="min-w-0 flex-1 basis-40 font-medium [overflow-wrap:anywhere]">
            <WholeWords>{item.productName}</WholeWords>
          </span>
          <QuantityStepper
            of={item.productName}
            size="small"
            min={0}
            max={item.quantity}
            value={quantities[index] ?? 0}
            onChange={(quantity) => onChange(quantities.map((each, at) => (at === index ? quantity : each)))}
          />
        </li>
      ))}
    </ul>
  )
}

/** What the order costs then. */
function CostsAfter({ costs, paidShipping }: { readonly costs: Costs | null; readonly paidShipping: string }) {
  if (costs === null)
    return <Note>Nothing would be left of this order. To have nothing sent, close this and choose Cancel Order.</Note>
  return (
    <>
      {costs.shippingCents > centsOf(paidShipping) && (
        <Note size="small">The order no longer ships free: shipping is {formatMoney(costs.shippingCents)} now.</Note>
      )}
      <CostList costs={costs} />
    </>
  )
}
