import { useEffect, useEffectEvent, useState } from 'react'
import { refundsPath } from '#contracts/api-paths'
import type { StaffOrder } from '#contracts/order-life'
import { api, ApiError } from '../../lib/api-client.ts'
import { newAttemptKey } from '../../lib/attempt-key.ts'
import { centsOf, formatPrice } from '../../lib/format.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'
import { amountOf, refundParts } from './refund-amount.ts'

const loadSchema = () => import('#contracts/order-life').then(({ RefundBody }) => RefundBody.omit({ revision: true }))
const FAILURE = { title: 'Nothing was refunded', description: 'Something went wrong. Please try again.' }
/** The shop may have made it: the same key makes it once. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description: 'Try again. If the refund went through, it is not made a second time.',
}
/** How the order has changed since it was shown, by the code of the answer. */
const CHANGED_SINCE: Readonly<Record<string, string>> = {
  ORDER_CHANGED: 'Somebody else changed this order.',
  // Its answer was lost, and what was typed was changed since.
  IDEMPOTENCY_KEY_REUSED: 'Your first try went through.',
}

interface RefundOrderProps {
  readonly order: StaffOrder
  readonly onRefunded: (order: StaffOrder) => void
  readonly onClose: () => void
}

/**
 * Gives back all that was paid, some lines of it, or any amount up to that. When somebody else gives back a part of it
 * meanwhile, the form says what may still be given back and keeps what was typed.
 * @param order as it is now, whoever changes it
 */
export function RefundOrder({ order, onRefunded, onClose }: RefundOrderProps) {
  const [attemptKey, setAttemptKey] = useState(newAttemptKey)
  /** The order as it was when the form was opened, or as somebody else has changed it since. */
  const [known, setKnown] = useState(order)
  const [changed, setChanged] = useState<string | null>(null)
  /** An answer did not come: what has changed may have been changed from here. */
  const [isUnsure, setUnsure] = useState(false)
  const parts = refundParts(order)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { amount: order.refundable, reason: '' },
    send(body) {
      rememberOwnChange(order.id)
      const headers = { 'Idempotency-Key': attemptKey }
      return api(refundsPath(order.id), { method: 'POST', headers, body: { ...body, revision: known.revision } })
    },
    onSent(refunded) {
      const given = formatPrice(refunded.refunds.at(-1)?.amount ?? '0')
      toast({ title: `${given} refunded`, description: 'The customer gets a mail about it.' })
      onRefunded(refunded)
      onClose()
    },
    async failure(error) {
      if (!(error instanceof ApiError)) {
        setUnsure(true)
        return NO_ANSWER
      }
      if (error.body === null) return describeFailure(error, FAILURE, false)
      const found = CHANGED_SINCE[error.body.code]
      if (found === undefined) return describeFailure(error, FAILURE, false)
      follow(await readOrder(order.id))
      setChanged(found)
      setUnsure(false)
      setAttemptKey(newAttemptKey())
      return { title: FAILURE.title, description: `${error.body.message} What you typed is kept.` }
    },
  })
  const { register, errorOf, getValues, setValue, setFocus, watch } = form
  const { isSubmitting } = form.formState
  useEffect(() => setFocus('amount', { shouldSelect: true }), [setFocus])
  const cents = centsOf(watch('amount'))

  function amountFor(keys: ReadonlySet<string>, { refundable }: StaffOrder): string {
    return keys.size === 0 ? refundable : amountOf(parts, keys, refundable)
  }

  function choose(key: string, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(key)
    else next.delete(key)
    setChosen(next)
    setValue('amount', amountFor(next, known), { shouldValidate: true })
  }

  /** Nobody typed an amount that the form filled in. */
  function follow(now: StaffOrder): void {
    if (!isUnsure && getValues('amount') === amountFor(chosen, known)) setValue('amount', amountFor(chosen, now))
    setKnown(now)
  }

  const followOthers = useEffectEvent((now: StaffOrder) => {
    if (now.revision <= known.revision) return
    follow(now)
    if (now.refunded !== known.refunded || now.refundable !== known.refundable)
      setChanged(isUnsure ? 'This order has changed.' : 'Somebody else changed this order.')
  })
  useEffect(() => {
    // What is being sent changes the order, too, and comes with its own answer.
    if (!isSubmitting) followOthers(order)
  }, [order, isSubmitting])

  return (
    <Form form={form} aria-label="Refund" className="grid gap-4 sheet p-4 sm:grid-cols-6">
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
              label={`${part.label}, ${formatPrice(amountOf([part], new Set([part.key]), order.totalAmount))}`}
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
        hint={`Up to ${formatPrice(known.refundable)}.`}
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
      <DialogActions onCancel={onClose} sending="Refunding..." className="sm:col-span-6">
        {cents > 0 ? `Refund ${formatPrice(watch('amount'))}` : 'Refund'}
      </DialogActions>
    </Form>
  )
}
