import { useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import type { ReturnStatus } from '#contracts/returns'
import type { StaffReturn } from '#contracts/staff-orders'
import { ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { typedSince } from '../../lib/typed-since.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { readOrder } from './move-orders.ts'
import { takeReturnSteps } from './take-return-steps.ts'

const STEPS: Readonly<Record<ReturnStatus, string>> = {
  requested: 'Request',
  approved: 'Approve',
  received: 'Mark as received',
  refunded: 'Mark as refunded',
  declined: 'Decline',
  withdrawn: 'Withdraw',
}

const BOTH = ['received', 'refunded'] as const

export interface DecideReturnProps {
  readonly order: Pick<StaffOrder, 'id' | 'revision' | 'items'>
  readonly asked: StaffReturn
  readonly onDecided: (order: StaffOrder) => void
}

/** The steps of a return that staff may take now, with a message to the customer and what goes back in stock. */
export function DecideReturn({ order, asked, onDecided }: DecideReturnProps) {
  const { id: orderId } = order
  const { number, nextStatuses } = asked
  const isArriving = nextStatuses.includes('received')
  const keyed = useStaffKeys()
  const [message, setMessage] = useState('')
  const [restock, setRestock] = useState<readonly number[]>([])
  /** Takes these steps one after the other; the message goes with the first. */
  const { run, isBusy, doing, problem } = useAction<readonly ReturnStatus[]>(
    async (steps) => {
      let decided: StaffOrder | null = null
      try {
        const counted = isArriving ? restock : []
        await takeReturnSteps(order, number, { steps, message, restock: counted }, (now) => (decided = now))
      } finally {
        if (decided !== null) {
          setMessage((now) => typedSince(now, message))
          setRestock([])
          onDecided(decided)
        }
      }
      toast({ title: 'Return updated', description: `${number} is now ${steps.at(-1)}. The customer gets a mail.` })
    },
    async (error) => {
      // The money is looked at again before it is given back.
      const now = error instanceof ApiError && error.status === 409 ? await readOrder(orderId) : null
      if (now !== null) onDecided(now)
      const words = errorMessage(error, 'The return could not be changed.')
      // The words beside the buttons go with the last of these, when nothing is left to decide.
      if (now?.returns.find((each) => each.number === number)?.nextStatuses.length === 0)
        toast({ title: 'Error', description: words, variant: 'destructive' })
      return words
    },
  )

  return (
    <div data-print="hide" className="grid gap-3">
      {isArriving && <RestockChoice lines={countedLines(order, asked)} chosen={restock} onChoose={setRestock} />}
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
            disabled={to === 'declined' && message.trim() === ''}
            aria-disabled={isBusy}
            {...(to !== 'declined' && keyed('confirm'))}
            onClick={() => run([to])}
          >
            {doing?.join() === to ? 'Saving...' : STEPS[to]}
          </Button>
        ))}
        {isArriving && (
          <Button
            size="small"
            variant="quiet"
            aria-disabled={isBusy}
            {...keyed('confirmMore')}
            onClick={() => run(BOTH)}
          >
            {doing === BOTH ? 'Saving...' : 'Receive and refund'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What comes back of lines that were taken from stock; what was made to order has no stock to go back to. */
function countedLines({ items }: DecideReturnProps['order'], asked: StaffReturn): RestockChoiceProps['lines'] {
  const madeToOrder = new Set(items.flatMap(({ id, isMadeToOrder }) => (isMadeToOrder ? id : [])))
  return [...new Map(asked.items.map((item) => [item.line, item.productName]))].filter(
    ([line]) => !madeToOrder.has(line),
  )
}

interface RestockChoiceProps {
  /** The lines of the order that may go back in stock, with the names of their products. */
  readonly lines: readonly (readonly [line: number, productName: string])[]
  /** The lines of the order that go back in stock. */
  readonly chosen: readonly number[]
  readonly onChoose: (lines: readonly number[]) => void
}

function RestockChoice({ lines, chosen, onChoose }: RestockChoiceProps) {
  if (lines.length === 0) return <p className="text-soft">Made to order: nothing goes back in stock.</p>
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Back in stock on receipt</legend>
      {lines.map(([line, productName]) => (
        <Checkbox
          key={line}
          label={productName}
          checked={chosen.includes(line)}
          onChange={(event) =>
            onChoose(event.target.checked ? [...chosen, line] : chosen.filter((each) => each !== line))
          }
        />
      ))}
    </fieldset>
  )
}
