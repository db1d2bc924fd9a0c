import { Info } from 'lucide-react'
import { useFormContext, useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import { PAYMENT_LABELS } from '../../lib/payment-labels.ts'
import { useTestCards } from '../../lib/test-cards.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import type { CheckoutFields } from './checkout-fields.ts'
import { caretAfterFormat, formatExpiry, groupCardNumber } from './test-card.ts'

const OPTIONS = [
  {
    value: 'cash_on_delivery',
    label: PAYMENT_LABELS.cash_on_delivery,
    description: 'Pay the carrier in cash when your order arrives.',
  },
  {
    value: 'card_on_delivery',
    label: PAYMENT_LABELS.card_on_delivery,
    description: 'Pay the carrier by card when your order arrives.',
  },
  {
    value: 'pay_with_card',
    label: PAYMENT_LABELS.pay_with_card,
    description: 'Pay now. Test mode: no card is charged.',
  },
] as const

const CARD_FIELDS = ['cardNumber', 'expiryDate', 'cvv', 'cardName'] as const

/** How to pay; the card's fields only for the card (specification 1, section 4). */
export function PaymentSection() {
  const { register, control, clearErrors } = useFormContext<CheckoutFields>()
  const takesTestCards = useTestCards()
  const method = useWatch({ control, name: 'paymentMethod' })
  return (
    <>
      <RadioGroup
        legend="How would you like to pay?"
        hideLegend
        options={takesTestCards ? OPTIONS : OPTIONS.filter(({ value }) => value !== 'pay_with_card')}
        {...register('paymentMethod', { onChange: () => clearErrors(CARD_FIELDS) })}
      />
      {method === 'pay_with_card' && <CardFields />}
    </>
  )
}

/** The test payment. These fields are read here only; the browser is asked to keep real cards out of them. */
function CardFields() {
  const {
    register,
    formState: { errors },
  } = useFormContext<CheckoutFields>()
  return (
    <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-6">
      <div className="flex gap-3 rounded border border-cyan bg-cyan-wash p-4 text-sm sm:col-span-6">
        <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <p>
          <strong>Test mode: no card is charged.</strong> Only published test numbers work, such as{' '}
          <span className="inline-block">4242 4242 4242 4242</span> with any future date and any code. Numbers have at
          least 16 digits, and never leave your browser.
        </p>
      </div>
      <Field label="Card Number" error={errors.cardNumber?.message} required className="sm:col-span-6">
        <TextInput
          {...formatted(register('cardNumber'), groupCardNumber)}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0000 0000 0000 0000"
        />
      </Field>
      <Field label="Expiry Date" error={errors.expiryDate?.message} required className="sm:col-span-3">
        <TextInput
          {...formatted(register('expiryDate', { deps: ['cardNumber'] }), formatExpiry)}
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM/YY"
        />
      </Field>
      <Field label="CVV" error={errors.cvv?.message} required className="sm:col-span-3">
        <TextInput
          {...formatted(register('cvv', { deps: ['cardNumber'] }), (text) => text.replace(/\D/g, '').slice(0, 4))}
          inputMode="numeric"
          autoComplete="off"
          placeholder="123"
        />
      </Field>
      <Field label="Name on Card" error={errors.cardName?.message} required className="sm:col-span-6">
        <TextInput {...register('cardName', { deps: ['cardNumber'] })} autoComplete="off" />
      </Field>
    </div>
  )
}

/** Formats a field of digits while it is typed; the caret stays behind the digit that it was behind. */
function formatted(field: UseFormRegisterReturn, format: (text: string) => string): UseFormRegisterReturn {
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const { target } = event
      const caret = target.selectionStart
      const isAtEnd = caret === target.value.length
      const shown = format(target.value)
      if (shown !== target.value && !isDeleting(event)) {
        const position = caret === null || isAtEnd ? shown.length : caretAfterFormat(target.value, caret, shown)
        target.value = shown
        target.setSelectionRange(position, position)
      }
      return field.onChange(event)
    },
  }
}

/** A deletion is left as it is, so that a separator can be deleted too. */
function isDeleting(event: unknown): boolean {
  const native = (event as { nativeEvent?: { inputType?: string } }).nativeEvent
  return native?.inputType?.startsWith('delete') === true
}
