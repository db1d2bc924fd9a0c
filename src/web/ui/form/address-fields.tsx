import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { US_STATES } from '#contracts/us-states'
import { Field, Select, TextInput } from '../field.tsx'

/** The labels of an address' parts. */
export const ADDRESS_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  address: 'Address',
  address2: 'Apartment, suite, floor',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  country: 'Country',
}

type Part = Exclude<keyof typeof ADDRESS_LABELS, 'country'>

const STATES = US_STATES.map(([value, label]) => ({ value, label }))
const NO_STATE = { value: '', label: 'Choose a state' }

interface AddressFieldsProps {
  /** A form's `register` and `errorOf` for a part. */
  readonly register: (part: Part) => UseFormRegisterReturn
  readonly errorOf: (part: Part) => string | undefined
  /** Which address browsers fill in; 'off' for one that is not the visitor's. */
  readonly autoFill?: 'shipping' | 'billing' | 'off'
  /** The form may begin without an address. */
  readonly mayBeBlank?: boolean
  /** Stands between name and street. */
  readonly company?: ReactNode
  /** Stands beside the ZIP code. */
  readonly country?: ReactNode
}

/** Where something is sent: name, street, city, state and ZIP code, in a grid of six columns. */
export function AddressFields({
  register,
  errorOf,
  autoFill,
  mayBeBlank = false,
  company,
  country,
}: AddressFieldsProps) {
  const share = country === undefined ? 'sm:col-span-2' : 'sm:col-span-3'
  function field(part: Part, filledWith: string, className: string) {
    const autoComplete =
      autoFill === undefined ? filledWith : autoFill === 'off' ? autoFill : `${autoFill} ${filledWith}`
    const control = { ...register(part), autoComplete }
    const isOptional = part === 'address2'
    return (
      <Field
        label={ADDRESS_LABELS[part]}
        error={errorOf(part)}
        required={!isOptional}
        optional={isOptional}
        className={className}
      >
        {part === 'state' ? (
          <Select {...control} options={mayBeBlank ? [NO_STATE, ...STATES] : STATES} />
        ) : (
          <TextInput {...control} {...(part === 'zipCode' && { inputMode: 'numeric' })} />
        )}
      </Field>
    )
  }
  return (
    <>
      {field('firstName', 'given-name', 'sm:col-span-3')}
      {field('lastName', 'family-name', 'sm:col-span-3')}
      {company}
      {field('address', 'address-line1', 'sm:col-span-6')}
      {field('address2', 'address-line2', 'sm:col-span-6')}
      {field('city', 'address-level2', share)}
      {field('state', 'address-level1', share)}
      {field('zipCode', 'postal-code', share)}
      {country}
    </>
  )
}
