import { useState } from 'react'
import { decideReturnPath } from '#contracts/api-paths'
import type { StaffOrder } from '#contracts/order-life'
import type { DecideReturnBody, ReturnStatus, StaffReturn } from '#contracts/returns'
import { api, ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatPrice, formatTime } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { rememberOwnChange } from './own-changes.ts'

const STEPS: Readonly<Record<ReturnStatus, string>> = {
  requested: 'Request',
  approved: 'Approve',
  received: 'Mark as received',
  refunded: 'Mark as refunded',
  declined: 'Decline',
  withdrawn: 'Withdraw',
}

const REASONS: Readonly<Record<StaffReturn['items'][number]['reason'], string>> = {
  defective: 'Defective',
  damaged: 'Damaged on the way',
  'wrong-item': 'Wrong item',
  'not-as-described': 'Not as described',
  'changed-mind': 'Changed mind',
  other: 'Other reason',
}

/** Takes a step. When its answer was lost on the way, the order says whether it was taken. */
async function decide(orderId: number, number: string, body: DecideReturnBody): Promise<StaffOrder> {
  try {
    return await api(decideReturnPath(orderId, number), { method: 'POST', body })
  } catch (error) {
    if (error instanceof ApiError) throw error
    const now = await readOrder(orderId)
    if (now.returns.some((each) => each.number === number && each.status === body.to)) return now
    throw error
  }
}

interface OrderReturnProps {
  readonly order: Pick<StaffOrder, 'id' | 'revision'>
  readonly asked: StaffReturn
  readonly onDecided: (order: StaffOrder) => void
}

/** A return of an order: what comes back and why, its steps, and the ones that staff may take now. */
export function OrderReturn({ order, asked, onDecided }: OrderReturnProps) {
  const { id: orderId } = order
  const { number, items, note, steps, refund, isShippingFree, status, nextStatuses } = asked
  const mayChange = useMay('orders.write')
  const keyed = useStaffKeys()
  const [message, setMessage] = useState('')
  const [restock, setRestock] = useState<readonly number[]>([])
  /** Takes these steps one after the other; the message goes with the first. */
  const { run, isBusy, problem } = useAction<readonly ReturnStatus[]>(
    async (wanted) => {
      let decided: StaffOrder | null = null
      try {
        for (const [index, to] of wanted.entries()) {
          const words = index === 0 ? message.trim() : ''
          const { revision }: Pick<StaffOrder, 'revision'> = decided ?? order
          const body: DecideReturnBody = { to, message: words || null, restock: [...restock], revision }
          rememberOwnChange(orderId)
          decided = await decide(orderId, number, body)
        }
      } finally {
        if (decided !== null) onDecided(decided)
      }
      toast({ title: 'Return updated', description: `${number} is now ${wanted.at(-1)}. The customer gets a mail.` })
    },
    async (error) => {
      // The money is looked at again before it is given back.
      if (error instanceof ApiError && error.body?.code === 'ORDER_CHANGED') onDecided(await readOrder(orderId))
      const words = errorMessage(error, 'The return could not be changed.')
      // The words beside the buttons go with the step, when the first of two was taken.
      toast({ title: 'Error', description: words, variant: 'destructive' })
      return words
    },
  )
  const isArriving = nextStatuses.includes('received')
  const lines = [...new Map(items.map((item) => [item.line, item.productName]))]

  return (
    <section aria-label={`Return ${number}`} className="grid gap-3 rounded border border-line bg-wash p-4 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">Return {number}</h3>
        <p>
          {status === 'refunded' ? 'Refunded' : 'To refund'} <b>{formatPrice(refund)}</b>, return shipping{' '}
          {isShippingFree ? 'free' : 'paid by the customer'}
        </p>
      </div>
      <ul className="grid gap-0.5">
        {items.map(({ line, productName, quantity, reason, isUnopened }) => (
          <li key={`${line}-${reason}`} className="[overflow-wrap:anywhere]">
            <b>{quantity}</b> × {productName}: {REASONS[reason]}
            {isUnopened && ', unopened'}
          </li>
        ))}
      </ul>
      {note !== null && <p className="whitespace-pre-line text-soft [overflow-wrap:anywhere]">“{note}”</p>}
      <ol className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
        {steps.map((step) => (
          <li key={`${step.status}-${step.at}`}>
            <b className="capitalize">{step.status}</b> {formatTime(step.at)}
            {step.message !== null && <span className="block whitespace-pre-line">“{step.message}”</span>}
          </li>
        ))}
      </ol>
      {mayChange && nextStatuses.length > 0 && (
        <div className="grid gap-3">
          {isArriving && (
            <fieldset>
              <legend className="mb-1 font-semibold">Back in stock on receipt</legend>
              {lines.map(([line, productName]) => (
                <Checkbox
                  key={line}
                  label={productName}
                  checked={restock.includes(line)}
                  onChange={(event) =>
                    setRestock(event.target.checked ? [...restock, line] : restock.filter((each) => each !== line))
                  }
                />
              ))}
            </fieldset>
          )}
          <Field label="Message to the customer" hint="Goes with the mail; required to decline.">
            <TextArea rows={2} maxLength={1000} value={message} onChange={(event) => setMessage(event.target.value)} />
          </Field>
          <Alert message={problem} />
          <div className="flex flex-wrap gap-3">
            {nextStatuses.map((to) => (
              <Button
                key={to}
                size="small"
                variant={to === 'declined' ? 'quiet' : 'solid'}
                disabled={isBusy || (to === 'declined' && message.trim() === '')}
                {...(to !== 'declined' && keyed('confirm'))}
                onClick={() => run([to])}
              >
                {STEPS[to]}
              </Button>
            ))}
            {isArriving && (
              <Button
                size="small"
                variant="quiet"
                disabled={isBusy}
                {...keyed('confirmMore')}
                onClick={() => run(['received', 'refunded'])}
              >
                Receive and refund
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}
