import { useLayoutEffect, useRef, useState } from 'react'
import { orderAddressPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { api, isRefusal } from '../../lib/api-client.ts'
import { rebase } from '../../lib/rebase.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { ADDRESS_LABELS, AddressFields } from '../../ui/form/address-fields.tsx'
import { focusField } from '../../ui/form/focus-field.ts'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { RebasedNote } from '../../ui/rebased-note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'

const loadSchema = () =>
  import('#contracts/staff-orders').then(({ CorrectAddressBody }) => CorrectAddressBody.omit({ revision: true }))
const FAILURE = { title: 'Address not corrected', description: 'Something went wrong. Please try again.' }
/** The shop may have corrected it. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description: 'Try again. If the address was corrected, it is not corrected a second time.',
}

interface CorrectAddressProps {
  readonly order: StaffOrder
  readonly onCorrected: (order: StaffOrder) => void
  readonly onClose: () => void
}

/**
 * Corrects where an order goes. When somebody else changed the order meanwhile, the form shows it as it is now, and puts
 * what was typed upon it.
 */
export function CorrectAddress({ order, onCorrected, onClose }: CorrectAddressProps) {
  /** The order as it was when the form was opened, or as somebody else has changed it since. */
  const [known, setKnown] = useState(order)
  const [contested, setContested] = useState<readonly { label: string; theirs: string }[] | null>(null)
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: { shippingAddress: fieldsOf(order), reason: '' },
    send(body) {
      rememberOwnChange(order.id)
      return api(orderAddressPath(order.id), { method: 'PUT', body: { ...body, revision: known.revision } })
    },
    onSent: finish,
    async failure(error) {
      if (!isRefusal(error)) return NO_ANSWER
      if (error.body?.code !== 'ORDER_CHANGED') return describeFailure(error, FAILURE, false)
      const now = await readOrder(order.id)
      const { shippingAddress, reason } = form.getValues()
      const rebased = rebase(fieldsOf(known), fieldsOf(now), shippingAddress)
      if (rebased.isSaved) {
        finish(now)
        return null
      }
      setKnown(now)
      setContested(rebased.contested.map((field) => ({ label: ADDRESS_LABELS[field], theirs: fieldsOf(now)[field] })))
      form.reset({ shippingAddress: rebased.fields, reason })
      return null
    },
  })
  function finish(corrected: StaffOrder): void {
    toast({ title: 'Address corrected', description: 'The customer gets a mail with the order as it is now.' })
    onCorrected(corrected)
    onClose()
  }

  const { register, errorOf } = form
  const place = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => focusField(place.current, 'shippingAddress.address'), [])

  return (
    <Form ref={place} form={form} aria-label="Correct address" className="grid gap-4 sheet p-4 sm:grid-cols-6">
      <h3 className="text-base sm:col-span-6">Correct address</h3>
      <AddressFields
        register={(part) => register(`shippingAddress.${part}`)}
        errorOf={(part) => errorOf(`shippingAddress.${part}`)}
        autoFill="off"
      />
      <Field
        label="Reason"
        error={errorOf('reason')}
        required
        hint="For the history. Tax and shipping stay as they were agreed on."
        className="sm:col-span-6"
      >
        <TextInput {...register('reason')} maxLength={200} autoComplete="off" />
      </Field>
      {contested !== null && <RebasedNote thing="order" contested={contested} className="sm:col-span-6" />}
      <FormProblem problem={form.problem} className="sm:col-span-6" />
      <DialogActions onCancel={onClose} sending="Saving..." className="sm:col-span-6">
        Save address
      </DialogActions>
    </Form>
  )
}

function fieldsOf({ shippingAddress: { address2, ...address } }: StaffOrder) {
  return { ...address, address2: address2 ?? '' }
}
