import { useState } from 'react'
import { ownOrderPath } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import { US_STATES } from '#contracts/us-states'
import { costsOf, formatMoney, withShipping } from '#platform/money'
import { api } from '../../lib/api-client.ts'
import { centsOf } from '../../lib/format.ts'
import { CostList } from '../../ui/cost-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { toast } from '../../ui/toast.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

const loadSchema = () => import('#contracts/orders').then(({ Address }) => Address)
const STATES = US_STATES.map(([value, label]) => ({ value, label }))

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
  const hasFewer = order.items.some(({ quantity }, index) => quantities[index] !== quantity)
  const { address2, ...address } = order.shippingAddress
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { ...address, address2: address2 ?? '' },
    // Only what is another here: the shop may have corrected the rest meanwhile.
    send: (shippingAddress): Promise<Order> =>
      api(ownOrderPath(order.id), {
        method: 'PUT',
        body: {
          ...(isDirty && { shippingAddress }),
          ...(hasFewer && {
            items: order.items.map(({ productId, quantity }, index) => ({
              productId,
              line: index + 1,
              quantity: quantities[index] ?? quantity,
            })),
          }),
        },
      }),
    onSent(changed) {
      onChanged(changed)
      onClose()
      if (!isDirty && !hasFewer) return
      toast({ title: 'Order changed', description: 'You get a mail with your order as it is now.' })
    },
    failure: { title: 'Order not changed', description: 'Something went wrong. Please try again.' },
  })
  const {
    register,
    errorOf,
    formState: { isDirty },
  } = form
  const lines = order.items
    .map(({ price }, index) => ({ priceCents: centsOf(price), quantity: quantities[index] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
  const standard = costsOf(lines)
  const costs = order.shippingMethod === 'express' ? withShipping(standard, centsOf(order.shipping)) : standard
  const isEmpty = lines.length === 0
  const paysShipping = costs.shippingCents > centsOf(order.shipping)

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Change order #${order.id}`}
      description="Take pieces out, or correct where it goes. For more pieces, place another order."
      className="sm:max-w-2xl"
    >
      <Form form={form} className="grid gap-6">
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
                onChange={(quantity) => setQuantities(quantities.map((each, at) => (at === index ? quantity : each)))}
              />
            </li>
          ))}
        </ul>
        <fieldset className="grid gap-4 sm:grid-cols-6">
          <legend className="mb-3 text-lg font-semibold">Deliver to</legend>
          <Field label="First Name" error={errorOf('firstName')} required className="sm:col-span-3">
            <TextInput {...register('firstName')} autoComplete="shipping given-name" />
          </Field>
          <Field label="Last Name" error={errorOf('lastName')} required className="sm:col-span-3">
            <TextInput {...register('lastName')} autoComplete="shipping family-name" />
          </Field>
          <Field label="Address" error={errorOf('address')} required className="sm:col-span-6">
            <TextInput {...register('address')} autoComplete="shipping address-line1" />
          </Field>
          <Field label="Apartment, suite, floor" error={errorOf('address2')} optional className="sm:col-span-6">
            <TextInput {...register('address2')} autoComplete="shipping address-line2" />
          </Field>
          <Field label="City" error={errorOf('city')} required className="sm:col-span-2">
            <TextInput {...register('city')} autoComplete="shipping address-level2" />
          </Field>
          <Field label="State" error={errorOf('state')} required className="sm:col-span-2">
            <Select {...register('state')} autoComplete="shipping address-level1" options={STATES} />
          </Field>
          <Field label="ZIP Code" error={errorOf('zipCode')} required className="sm:col-span-2">
            <TextInput {...register('zipCode')} inputMode="numeric" autoComplete="shipping postal-code" />
          </Field>
        </fieldset>
        {isEmpty ? (
          <Note>Nothing would be left of this order. To have nothing sent, close this and choose Cancel Order.</Note>
        ) : (
          <>
            {paysShipping && (
              <Note size="small">
                The order no longer ships free: shipping is {formatMoney(costs.shippingCents)} now.
              </Note>
            )}
            <CostList costs={costs} />
          </>
        )}
        <DialogActions onCancel={onClose} sending="Saving..." disabled={isEmpty}>
          Save Changes
        </DialogActions>
      </Form>
    </Dialog>
  )
}
