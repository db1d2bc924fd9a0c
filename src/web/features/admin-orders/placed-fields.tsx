import { Field, Select, TextInput } from '../../ui/field.tsx'
import { ANY_TIME, SPANS, withEnd, type PlacedSpan } from './placed-span.ts'

interface PlacedFieldsProps {
  readonly span: PlacedSpan
  readonly onChange: (span: PlacedSpan) => void
}

const OPTIONS = SPANS.map(({ value, label }) => ({ value, label }))

/** By which days the list goes: a span that moves with today, or a first and a last day. */
export function PlacedFields({ span, onChange }: PlacedFieldsProps) {
  const day = (end: 'from' | 'to') => ({
    type: 'date',
    value: span[end],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange(withEnd(span, end, target.value)),
  })
  return (
    <>
      <Field label="Placed">
        <Select
          value={span.placed}
          onChange={({ target }) => onChange({ ...ANY_TIME, placed: target.value })}
          options={OPTIONS}
        />
      </Field>
      {span.placed === 'days' && (
        <>
          <Field label="From">
            <TextInput {...day('from')} max={span.to || undefined} />
          </Field>
          <Field label="To">
            <TextInput {...day('to')} min={span.from || undefined} />
          </Field>
        </>
      )}
    </>
  )
}
