import { useLayoutEffect, useRef } from 'react'
import { toDecimal } from '#platform/shared-kernel/money'
import { centsOf, formatPrice } from '../../lib/format.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { focusField } from '../../ui/form/focus-field.ts'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { FormProblem } from '../../ui/form/use-staff-form.tsx'
import { Note } from '../../ui/note.tsx'
import { useRefundForm, type RefundOrderProps } from './use-refund-form.ts'

/**
 * Gives back all that was paid, some lines of it, or any amount up to that. When somebody else gives back a part of it
 * meanwhile, the form says what may still be given back and keeps what was typed.
 * @param order as it is now, whoever changes it
 */
export function RefundOrder({ order, onRefunded, onClose }: RefundOrderProps) {
  const { form, known, changed, parts, chosen, most, choose } = useRefundForm({ order, onRefunded, onClose })
  const { register, errorOf, watch } = form
  const place = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => focusField(place.current, 'amount', { isSelected: true }), [])
  const cents = centsOf(watch('amount'))

  return (
    <Form ref={place} form={form} aria-label="Refund" className="grid gap-4 sheet p-4 sm:grid-cols-6">
      <h3 className="text-base sm:col-span-6">Refund</h3>
      <div role="status" className="empty:-mb-4 sm:col-span-6">
        {changed !== null && (
          <Note>
            <strong>{changed}</strong> {formatPrice(known.refunded)} is refunded now, {formatPrice(known.refundable)}{' '}
            may still go back.
          </Note>
        )}
      </div>
      {parts.length > 1 && (
        <fieldset className="sm:col-span-6">
          <legend className="mb-1 text-sm font-semibold">Only for</legend>
          {parts.map((part) => (
            <Checkbox
              key={part.key}
              label={`${part.label}, ${formatPrice(toDecimal(part.cents))}`}
              checked={chosen.has(part.key)}
              onChange={({ target }) => choose(part.key, target.checked)}
            />
          ))}
        </fieldset>
      )}
      <Field
        label="Amount"
        error={errorOf('amount')}
        required
        hint={`Up to ${formatPrice(most)}.`}
        className="sm:col-span-2"
      >
        <TextInput {...register('amount')} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        label="Reason"
        error={errorOf('reason')}
        required
        hint="For the history; the customer’s mail has the amount alone."
        className="sm:col-span-4"
      >
        <TextInput {...register('reason')} maxLength={200} autoComplete="off" />
      </Field>
      <FormProblem problem={form.problem} className="sm:col-span-6" />
      <DialogActions onCancel={onClose} sending="Refunding..." className="sm:col-span-6">
        {cents > 0 ? `Refund ${formatPrice(watch('amount'))}` : 'Refund'}
      </DialogActions>
    </Form>
  )
}
