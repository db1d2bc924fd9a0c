import type { SavedAddress } from '#contracts/account'
import { formDraft } from '../../lib/drafts.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { addressForm, type AddressForm } from './address-form.ts'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('./address-schema.ts').then(({ addressSchema }) => addressSchema)
const TYPES = [
  { value: 'shipping', label: 'Shipping' },
  { value: 'billing', label: 'Billing' },
]

interface AddressDialogProps {
  /** null for a new one. */
  readonly address: SavedAddress | null
  readonly customer: { readonly id: string; readonly firstName: string; readonly lastName: string }
  /** @throws what the call threw */
  readonly onSave: (form: AddressForm) => Promise<void>
  readonly onClose: () => void
}

/** Adds or changes an address of the book. What was typed survives a failure. */
export function AddressDialog({ address, customer, onSave, onClose }: AddressDialogProps) {
  const opened = addressForm(address, { firstName: customer.firstName, lastName: customer.lastName })
  const draft = formDraft(`address-${customer.id}-${address?.id ?? 'new'}`, opened)
  const closeAfter = useWhileShown(onClose)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: opened,
    draft,
    send: onSave,
    onSent() {
      closeAfter()
      toast({ title: 'Address saved', description: 'You can choose it at the checkout.' })
    },
    failure: { title: 'Address not saved', description: 'Something went wrong. Please try again.' },
  })
  const { register, errorOf } = form

  function leave(): void {
    draft.clear()
    onClose()
  }

  return (
    <Dialog onClose={leave} title={address === null ? 'Add Address' : 'Edit Address'} className="sm:max-w-2xl">
      <Form form={form} className="grid gap-5 sm:grid-cols-6">
        <AddressFields
          register={register}
          errorOf={errorOf}
          mayBeBlank
          company={
            <ContactField {...register('company')} error={errorOf('company')} optional className="sm:col-span-6" />
          }
        />
        <ContactField {...register('phone')} error={errorOf('phone')} optional className="sm:col-span-3" />
        <Field label="Used for" error={errorOf('type')} className="sm:col-span-3">
          <Select {...register('type')} options={TYPES} />
        </Field>
        <Checkbox {...register('isDefault')} label="Use as my default address" className="sm:col-span-6" />
        <DialogActions onCancel={leave} sending="Saving..." className="sm:col-span-6">
          Save Address
        </DialogActions>
      </Form>
    </Dialog>
  )
}
