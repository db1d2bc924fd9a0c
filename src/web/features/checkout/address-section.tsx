import { useFormContext } from 'react-hook-form'
import { US_STATES } from '#contracts/us-states'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import type { AddressFields as Address, AddressName, CheckoutFields } from './checkout-fields.ts'

const STATES = [{ value: '', label: 'Choose a state' }, ...US_STATES.map(([value, label]) => ({ value, label }))]

/** Name, street, city, state, ZIP code and country. */
export function AddressFields({ name }: { readonly name: AddressName }) {
  const { register, formState } = useFormContext<CheckoutFields>()
  const purpose = name === 'shippingAddress' ? 'shipping' : 'billing'
  const errors = formState.errors[name]

  const errorOf = (field: keyof Address) => errors?.[field]?.message

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
