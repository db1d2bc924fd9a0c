import type { ComponentProps, ReactNode } from 'react'
import { Field, TextInput } from '../field.tsx'

/** What keyboards, browsers and password managers need to know about an email address or a phone number. */
const EMAIL = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
const PHONE = { type: 'tel', inputMode: 'tel', autoComplete: 'tel' } as const

const FIELDS = {
  name: { label: 'Name', input: { autoComplete: 'name' } },
  customerName: { label: 'Full Name', input: { autoComplete: 'name' } },
  firstName: { label: 'First Name', input: { autoComplete: 'given-name' } },
  lastName: { label: 'Last Name', input: { autoComplete: 'family-name' } },
  email: { label: 'Email', input: EMAIL },
  customerEmail: { label: 'Email', input: EMAIL },
  phone: { label: 'Phone', input: PHONE },
  customerPhone: { label: 'Phone', input: PHONE },
  company: { label: 'Company', input: { autoComplete: 'organization' } },
} as const satisfies Record<string, { label: string; input: object }>

interface ContactFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'required'> {
  /** The field's name in the form; label and keyboard follow from it. */
  readonly name: keyof typeof FIELDS
  /** In the place of the usual label. */
  readonly label?: string
  readonly hint?: ReactNode
  readonly error: string | undefined
  /** Required unless it is optional. */
  readonly optional?: boolean
}

/** One of the fields by which a form asks who a visitor is and how to reach them: `{...register('email')}`. */
export function ContactField({ label, hint, error, optional = false, className, ...input }: ContactFieldProps) {
  const field = FIELDS[input.name]
  return (
    <Field
      label={label ?? field.label}
      hint={hint}
      error={error}
      required={!optional}
      optional={optional}
      className={className}
    >
      <TextInput {...field.input} {...input} />
    </Field>
  )
}
