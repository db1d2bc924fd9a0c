import { useFormContext } from 'react-hook-form'
import { US_STATES } from '#contracts/us-states'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import type { AddressFields as Address, AddressName, CheckoutFields } from './checkout-fields.ts'

const STATES = [{ value: '', label: 'Choose a state' }, ...US_STATES.map(([value, label]) => ({ value, label }))]

/**
 * A missing billing address gets one message for all its fields (specification 1, section 5); each field only says what it
 * accepts.
 */
const BILLING_HINTS: Partial<Record<keyof Address, string>> = {
  firstName: 'At least 2 characters',
  lastName: 'At least 2 characters',
  address: 'At least 5 characters',
  city: 'At least 2 characters',
  state: 'Choose one',
  zipCode: 'At least 5 characters',
}

/** Name, street, city, state, ZIP code and country. */
export function AddressFields({ name }: { readonly name: AddressName }) {
  const { register, formState } = useFormContext<CheckoutFields>()
  const purpose = name === 'shippingAddress' ? 'shipping' : 'billing'
  const errors = formState.errors[name]

  function errorOf(field: keyof Address): string | undefined {
    const message = errors?.[field]?.message
    if (message === undefined || name === 'shippingAddress') return message
    return message.endsWith(' is required') ? BILLING_HINTS[field] : message
  }

  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <Field label="First Name" error={errorOf('firstName')} required className="sm:col-span-3">
        <TextInput {...register(`${name}.firstName`)} autoComplete={`${purpose} given-name`} />
      </Field>
      <Field label="Last Name" error={errorOf('lastName')} required className="sm:col-span-3">
        <TextInput {...register(`${name}.lastName`)} autoComplete={`${purpose} family-name`} />
      </Field>
      <Field label="Address" error={errorOf('address')} required className="sm:col-span-6">
        <TextInput {...register(`${name}.address`)} autoComplete={`${purpose} address-line1`} />
      </Field>
      <Field label="Apartment, suite, floor" error={errorOf('address2')} optional className="sm:col-span-6">
        <TextInput {...register(`${name}.address2`)} autoComplete={`${purpose} address-line2`} />
      </Field>
      <Field label="City" error={errorOf('city')} required className="sm:col-span-3">
        <TextInput {...register(`${name}.city`)} autoComplete={`${purpose} address-level2`} />
      </Field>
      <Field label="State" error={errorOf('state')} required className="sm:col-span-3">
        <Select {...register(`${name}.state`)} autoComplete={`${purpose} address-level1`} options={STATES} />
      </Field>
      <Field label="ZIP Code" error={errorOf('zipCode')} required className="sm:col-span-3">
        <TextInput {...register(`${name}.zipCode`)} inputMode="numeric" autoComplete={`${purpose} postal-code`} />
      </Field>
      <Field label="Country" error={errorOf('country')} className="sm:col-span-3">
        <Select
          {...register(`${name}.country`)}
          autoComplete={`${purpose} country`}
          options={[{ value: 'US', label: 'United States' }]}
        />
      </Field>
    </div>
  )
}
