import { useFormContext } from 'react-hook-form'
import { Field, Select } from '../../ui/field.tsx'
import { ADDRESS_LABELS, AddressFields } from '../../ui/form/address-fields.tsx'
import type { AddressName, CheckoutFields } from './checkout-fields.ts'

/** Name, street, city, state, ZIP code and country. */
export function AddressSection({ name }: { readonly name: AddressName }) {
  const { register, formState } = useFormContext<CheckoutFields>()
  const errors = formState.errors[name]
  const autoFill = name === 'shippingAddress' ? 'shipping' : 'billing'
  return (
    <div className="grid gap-5 sm:grid-cols-6">
      <AddressFields
        register={(part) => register(`${name}.${part}`)}
        errorOf={(part) => errors?.[part]?.message}
        autoFill={autoFill}
        mayBeBlank
        country={
          <Field label={ADDRESS_LABELS.country} error={errors?.country?.message} className="sm:col-span-3">
            <Select
              {...register(`${name}.country`)}
              autoComplete={`${autoFill} country`}
              options={[{ value: 'US', label: 'United States' }]}
            />
          </Field>
        }
      />
    </div>
  )
}
