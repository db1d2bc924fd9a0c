import { useEffect, useState } from 'react'
import { orderAddressPath } from '#contracts/api-paths'
import type { StaffOrder } from '#contracts/order-life'
import { US_STATES } from '#contracts/us-states'
import { api, ApiError } from '../../lib/api-client.ts'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressLines } from './address-lines.tsx'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'
import { statusLabel } from './order-moves.ts'

const loadSchema = () =>
  import('#contracts/order-life').then(({ CorrectAddressBody }) => CorrectAddressBody.omit({ revision: true }))
const STATES = US_STATES.map(([value, label]) => ({ value, label }))
const FAILURE = { title: 'Address not corrected', description: 'Something went wrong. Please try again.' }

interface CorrectAddressProps {
  readonly order: StaffOrder
  readonly onCorrected: (order: StaffOrder) => void
  readonly onClose: () => void
}

/**
 * Corrects where an order goes. When somebody else changed the order meanwhile, the form shows it as it is now and keeps
 * what was typed.
 */
export function CorrectAddress({ order, onCorrected, onClose }: CorrectAddressProps) {
  /** The order as it was when the form was opened, or as somebody else has changed it since. */
  const [known, setKnown] = useState(order)
  const [isChanged, setChanged] = useState(false)
  const { address2, ...address } = order.shippingAddress
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { shippingAddress: { ...address, address2: address2 ?? '' }, reason: '' },
    send(body) {
      rememberOwnChange(order.id)
      return api(orderAddressPath(order.id), { method: 'PUT', body: { ...body, revision: known.revision } })
    },
    onSent(corrected) {
      toast({ title: 'Address corrected', description: 'The customer gets a mail with the order as it is now.' })
      onCorrected(corrected)
      onClose()
    },
    async failure(error) {
      if (!(error instanceof ApiError) || error.body?.code !== 'ORDER_CHANGED')
        return describeFailure(error, FAILURE, false)
      setKnown(await readOrder(order.id))
      setChanged(true)
      return { title: FAILURE.title, description: `${error.body.message} What you typed is kept.` }
    },
  })
  const { register, errorOf, setFocus } = form
  useEffect(() => setFocus('shippingAddress.firstName'), [setFocus])

  return (
    <Form form={form} aria-label="Correct address" className="grid gap-4 sheet p-4 sm:grid-cols-6">
      <h3 className="text-base sm:col-span-6">Correct address</h3>
      {isChanged && (
        <Note className="sm:col-span-6" role="status">
          <p>
            <strong>Somebody else changed this order.</strong> It is {statusLabel(known.status).toLowerCase()} now and
            goes to:
          </p>
          <AddressLines address={known.shippingAddress} />
        </Note>
      )}
      <Field label="First Name" error={errorOf('shippingAddress.firstName')} required className="sm:col-span-3">
        <TextInput {...register('shippingAddress.firstName')} autoComplete="off" />
      </Field>
      <Field label="Last Name" error={errorOf('shippingAddress.lastName')} required className="sm:col-span-3">
        <TextInput {...register('shippingAddress.lastName')} autoComplete="off" />
      </Field>
      <Field label="Address" error={errorOf('shippingAddress.address')} required className="sm:col-span-6">
        <TextInput {...register('shippingAddress.address')} autoComplete="off" />
      </Field>
      <Field
        label="Apartment, suite, floor"
        error={errorOf('shippingAddress.address2')}
        optional
        className="sm:col-span-6"
      >
        <TextInput {...register('shippingAddress.address2')} autoComplete="off" />
      </Field>
      <Field label="City" error={errorOf('shippingAddress.city')} required className="sm:col-span-2">
        <TextInput {...register('shippingAddress.city')} autoComplete="off" />
      </Field>
      <Field label="State" error={errorOf('shippingAddress.state')} required className="sm:col-span-2">
        <Select {...register('shippingAddress.state')} autoComplete="off" options={STATES} />
      </Field>
      <Field label="ZIP Code" error={errorOf('shippingAddress.zipCode')} required className="sm:col-span-2">
        <TextInput {...register('shippingAddress.zipCode')} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field
        label="Reason"
        error={errorOf('reason')}
        required
        hint="For the history. Tax and shipping stay as they were agreed on."
        className="sm:col-span-6"
      >
        <TextInput {...register('reason')} maxLength={200} autoComplete="off" />
      </Field>
      <DialogActions onCancel={onClose} sending="Saving..." className="sm:col-span-6">
        Save address
      </DialogActions>
    </Form>
  )
}
