import type { z } from 'zod'
import type { Address } from '#contracts/orders'
import { US_STATES } from '#contracts/us-states'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'

const STATES = US_STATES.map(([value, label]) => ({ value, label }))

/** The address of an order as it is typed. */
type DeliveryAddress = z.input<typeof Address>

/** Where an order goes. */
export function DeliveryFields({
  form: { register, errorOf },
}: {
  readonly form: ContractForm<DeliveryAddress, Address>
}) {
  return (
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
  )
}
