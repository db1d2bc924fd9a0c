import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { CARRIERS, type OrderStatus, type StepDetails } from './order-moves.ts'
import type { PastedNumbers } from './tracking-numbers.ts'

interface StepFieldsProps {
  readonly to: OrderStatus
  readonly details: StepDetails
  readonly onChange: (details: StepDetails) => void
  /** For several orders: what was pasted for them, a line each. */
  readonly pasted?: PastedNumbers
}

/** What a step asks for: carrier and tracking number on shipping, a reason on cancelling. */
export function StepFields({ to, details, onChange, pasted }: StepFieldsProps) {
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
        {pasted === undefined ? (
          <Field label="Tracking number" optional hint="Leave empty to create one">
            <TextInput {...field('trackingNumber')} maxLength={60} autoComplete="off" spellCheck={false} />
          </Field>
        ) : (
          <Field
            label="Tracking numbers"
            optional
            hint="A line each: the order’s number and its tracking number, or tracking numbers alone in the order below. An order without one gets one made from its own number."
            error={pasted.unread.length === 0 ? undefined : `No order for: ${pasted.unread.slice(0, 3).join(' · ')}`}
            className="sm:col-span-2"
          >
            <TextArea {...field('trackingNumber')} rows={4} autoComplete="off" spellCheck={false} />
          </Field>
        )}
      </div>
    )
  }
  if (to === 'cancelled') {
    return (
      <Field label="Reason" optional hint="It is kept in the order’s history. The stock is put back.">
        <TextInput {...field('reason')} maxLength={200} />
      </Field>
    )
  }
  return null
}
