import { useEffect, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import { Field, Select } from '../../ui/field.tsx'
import type { AddressFields, AddressName, CheckoutFields } from './checkout-fields.ts'
import { fieldsOfSaved, isUntouched } from './saved-address.ts'

interface SavedAddressChoiceProps {
  readonly name: AddressName
  /** The customer's address book; the default first. */
  readonly addresses: readonly SavedAddress[]
  /** Whose name is in the form before anything is typed; without it nothing is filled in automatically. */
  readonly profile?: Pick<AddressFields, 'firstName' | 'lastName'>
}

/** Fills in a saved address; the default automatically, as long as nothing was typed. */
export function SavedAddressChoice({ name, addresses, profile }: SavedAddressChoiceProps) {
  const { getValues, setValue, clearErrors } = useFormContext<CheckoutFields>()
  const choiceId = useId()

  useEffect(() => {
    const standard = addresses.find((address) => address.isDefault)
    if (profile === undefined || standard === undefined) return
    if (isUntouched(getValues(name), profile)) setValue(name, fieldsOfSaved(standard))
  }, [addresses, getValues, setValue, name, profile])

  function use(id: string): void {
    const chosen = addresses.find((address) => address.id === id)
    if (chosen === undefined) return
    setValue(name, fieldsOfSaved(chosen))
    clearErrors(name)
  }

  if (addresses.length === 0) return null
  const options = addresses.map((address) => ({
    value: address.id,
    label: `${address.firstName} ${address.lastName}, ${address.address}, ${address.city}, ${address.state}`,
  }))
  return (
    <Field label="Use a saved address" className="rounded border border-line bg-paper p-4">
      <Select
        name={choiceId}
        defaultValue=""
        onChange={(event) => use(event.target.value)}
        autoComplete="off"
        options={[{ value: '', label: 'Choose an address' }, ...options]}
      />
    </Field>
  )
}
