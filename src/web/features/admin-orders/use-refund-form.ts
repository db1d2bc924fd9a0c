import { useEffect, useEffectEvent, useState } from 'react'
import { refundsPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { api, isRefusal } from '../../lib/api-client.ts'
import { newAttemptKey } from '../../lib/attempt-key.ts'
import { centsOf, formatPrice } from '../../lib/format.ts'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { isOwnChange, rememberOwnChange } from './own-changes.ts'
import { amountOf, namedParts, refundParts } from './refund-amount.ts'

const loadSchema = () =>
  import('#contracts/staff-orders').then(({ RefundBody }) => RefundBody.pick({ amount: true, reason: true }))
const FAILURE = { title: 'Nothing was refunded', description: 'Something went wrong. Please try again.' }
/** The shop may have made it: the same key makes it once. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description: 'Try again. If the refund went through, it is not made a second time.',
}
/** How the order has changed is said above. */
const LOOK_AGAIN = {
  title: 'Nothing was refunded just now',
  description: 'What you typed is kept. Look at the amount before you refund again.',
}
/** How the order has changed since it was shown, by the code of the answer. */
const CHANGED_SINCE: Readonly<Record<string, string>> = {
  ORDER_CHANGED: 'Somebody else changed this order.',
  // Its answer was lost, and what was typed was changed since.
  IDEMPOTENCY_KEY_REUSED: 'Your first try went through.',
}

export interface RefundOrderProps {
  readonly order: StaffOrder
  readonly onRefunded: (order: StaffOrder) => void
  readonly onClose: () => void
}

/** The form of a refund: its amount goes with the parts that are chosen, and with what somebody else gives back meanwhile. */
export function useRefundForm({ order, onRefunded, onClose }: RefundOrderProps) {
  const [attemptKey, setAttemptKey] = useState(newAttemptKey)
  /** The order as it was when the form was opened, or as somebody else has changed it since. */
  const [known, setKnown] = useState(order)
  const [changed, setChanged] = useState<string | null>(null)
  /** An answer did not come: what has changed may have been changed from here. */
  const [isUnsure, setUnsure] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: { amount: order.refundable, reason: '' },
    async send(body) {
      rememberOwnChange(order.id)
      const headers = { 'Idempotency-Key': attemptKey }
      const refund = { ...body, ...namedParts(known, chosen), revision: known.revision }
      return { refunded: await api(refundsPath(order.id), { method: 'POST', headers, body: refund }), body }
    },
    // The order's last refund may be somebody else's.
    onSent({ refunded, body: { amount } }) {
      toast({ title: `${formatPrice(amount)} refunded`, description: 'The customer gets a mail about it.' })
      onRefunded(refunded)
      onClose()
    },
    async failure(error) {
      if (!isRefusal(error)) {
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
      return LOOK_AGAIN
    },
  })
  const { getValues, setValue } = form
  const { isSubmitting } = form.formState

  function choose(key: string, isChosen: boolean): void {
    const next = new Set(chosen)
    if (isChosen) next.add(key)
    else next.delete(key)
    setChosen(next)
    const [typed, most] = [getValues('amount'), amountOf(known, next)]
    const isTyped = typed !== '' && typed !== amountOf(known, chosen)
    // What was typed stays where the parts have room for it.
    if (!isTyped || centsOf(typed) > centsOf(most)) setValue('amount', most, { shouldValidate: true })
  }

  /** Nobody typed an amount that the form filled in. */
  function follow(now: StaffOrder): void {
    if (!isUnsure && getValues('amount') === amountOf(known, chosen)) setValue('amount', amountOf(now, chosen))
    setKnown(now)
  }

  const followOthers = useEffectEvent((now: StaffOrder) => {
    if (now.revision <= known.revision) return
    follow(now)
    if (now.refunded !== known.refunded || now.refundable !== known.refundable)
      setChanged(isUnsure || isOwnChange(order.id) ? 'This order has changed.' : 'Somebody else changed this order.')
  })
  useEffect(() => {
    // What is being sent changes the order, too, and comes with its own answer.
    if (!isSubmitting) followOthers(order)
  }, [order, isSubmitting])

  const most = amountOf(known, chosen)
  return { form, known, changed, parts: refundParts(known, chosen), chosen, most, choose }
}
