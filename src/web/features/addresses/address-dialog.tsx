import { useForm, type FieldErrors } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import { US_STATES } from '#contracts/us-states'
import { ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { ADDRESS_FIELDS, addressForm, type AddressForm } from './address-form.ts'

const loadCheck = () => import('./check-address.ts').then((module) => module.checkAddress)
const STATES = [{ value: '', label: 'Choose a state' }, ...US_STATES.map(([value, label]) => ({ value, label }))]
const TYPES = [
  { value: 'shipping', label: 'Shipping' },
  { value: 'billing', label: 'Billing' },
]

interface AddressDialogProps {
  /** null for a new one. */
  readonly address: SavedAddress | null
  readonly customer: { readonly firstName: string; readonly lastName: string }
  /** @throws what the call threw */
  readonly onSave: (form: AddressForm) => Promise<void>
  readonly onClose: () => void
}

/** Adds or changes an address of the book. What was typed survives a failure. */
export function AddressDialog({ address, customer, onSave, onClose }: AddressDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<AddressForm>({
    resolver: useCheckLater(loadCheck),
    defaultValues: addressForm(address, { firstName: customer.firstName, lastName: customer.lastName }),
  })
  const { errors, isSubmitting } = formState

  async function save(form: AddressForm): Promise<void> {
    try {
      await onSave(form)
      onClose()
      toast({ title: 'Address saved', description: 'You can choose it at the checkout.' })
    } catch (error) {
      sayFailed(error instanceof ApiError ? error.body?.message : undefined)
      if (error instanceof ApiError) showServerFields(error, ADDRESS_FIELDS, setError)
    }
  }

  function sayFailed(message?: string): void {
    toast({
      title: 'Address not saved',
      description: message || 'Something went wrong. Please try again.',
      variant: 'destructive',
    })
  }

  function sayUnchecked(found: FieldErrors<AddressForm>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={address === null ? 'Add Address' : 'Edit Address'}
      className="sm:max-w-2xl"
    >
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(save, sayUnchecked)(event)}
        className="grid gap-5 sm:grid-cols-6"
      >
        <Field label="First Name" error={errors.firstName?.message} required className="sm:col-span-3">
          <TextInput {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message} required className="sm:col-span-3">
          <TextInput {...register('lastName')} autoComplete="family-name" />
        </Field>
        <Field label="Company" error={errors.company?.message} optional className="sm:col-span-6">
          <TextInput {...register('company')} autoComplete="organization" />
        </Field>
        <Field label="Address" error={errors.address?.message} required className="sm:col-span-6">
          <TextInput {...register('address')} autoComplete="address-line1" />
        </Field>
        <Field label="Apartment, suite, floor" error={errors.address2?.message} optional className="sm:col-span-6">
          <TextInput {...register('address2')} autoComplete="address-line2" />
        </Field>
        <Field label="City" error={errors.city?.message} required className="sm:col-span-2">
          <TextInput {...register('city')} autoComplete="address-level2" />
        </Field>
        <Field label="State" error={errors.state?.message} required className="sm:col-span-2">
          <Select {...register('state')} autoComplete="address-level1" options={STATES} />
        </Field>
        <Field label="ZIP Code" error={errors.zipCode?.message} required className="sm:col-span-2">
          <TextInput {...register('zipCode')} inputMode="numeric" autoComplete="postal-code" />
        </Field>
        <Field label="Phone" error={errors.phone?.message} optional className="sm:col-span-3">
          <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
        <Field label="Used for" error={errors.type?.message} className="sm:col-span-3">
          <Select {...register('type')} options={TYPES} />
        </Field>
        <Checkbox {...register('isDefault')} label="Use as my default address" className="sm:col-span-6" />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end sm:col-span-6">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Address'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
