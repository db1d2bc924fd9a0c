import { Field, TextInput } from '../../ui/field.tsx'
import { CARRIERS, type OrderStatus, type StepDetails } from './order-moves.ts'

interface StepFieldsProps {
  readonly to: OrderStatus
  readonly details: StepDetails
  readonly onChange: (details: StepDetails) => void
  /** Several orders share no tracking number. */
  readonly isForSeveral?: boolean
}

/** What a step asks for: carrier and tracking number on shipping, a reason on cancelling. */
export function StepFields({ to, details, onChange, isForSeveral = false }: StepFieldsProps) {
  const field = (name: keyof StepDetails) => ({
    value: details[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...details, [name]: event.target.value }),
  })
  if (to === 'shipped') {
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Carrier">
          <TextInput {...field('carrier')} maxLength={60} list="carriers" placeholder="UPS" />
        </Field>
        <datalist id="carriers">
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrier}
            </option>
          ))}
        </datalist>
        {isForSeveral ? (
          <p className="self-end pb-2.5 text-sm text-soft">Each order gets a tracking number made from its own.</p>
        ) : (
          <Field label="Tracking number" optional hint="Leave empty to create one">
            <TextInput {...field('trackingNumber')} maxLength={60} autoComplete="off" spellCheck={false} />
          </Field>
        )}
      </div>
    )
  }
  if (to === 'cancelled') {
    return (
      <Field label="Reason" optional hint="It is kept in the order's history. The stock is put back.">
        <TextInput {...field('reason')} maxLength={200} />
      </Field>
    )
  }
  return null
}
