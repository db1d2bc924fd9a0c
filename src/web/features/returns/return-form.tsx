import { useEffect, useState, type FormEvent } from 'react'
import type { Returnable, ReturnBody } from '#contracts/returns'
import { ApiError } from '../../lib/api-client.ts'
import { newAttemptKey } from '../../lib/attempt-key.ts'
import { deleteDraft } from '../../lib/drafts.ts'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useNow } from '../../lib/use-now.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { openReturn, saveReturn, type ChosenLine } from './return-draft.ts'
import { REASON_OPTIONS, type ReturnReason } from './return-words.ts'

interface ReturnFormProps {
  readonly returnable: NonNullable<Returnable>
  /** Where it is kept until it is sent: another one for each return of each order. */
  readonly draftKey: string
  /** @param attemptKey the same for every try of one request */
  readonly onRequest: (body: ReturnBody, attemptKey: string) => Promise<void>
}

/** Which pieces come back, and why. What was chosen stays when it could not be sent, and through a reload. */
export function ReturnForm({ returnable, draftKey, onRequest }: ReturnFormProps) {
  const { items, until, unopenedUntil } = returnable
  const [opened] = useState(() => openReturn(draftKey, items))
  const [draft, setDraft] = useState(opened)
  const { attemptKey, chosen, note } = draft
  const [isChecked, setChecked] = useState(false)
  const isLate = useNow(60_000, true) > new Date(until).getTime()
  const { run, isBusy, problem } = useAction(
    async () => {
      const lines = [...chosen].flatMap(([line, { reason, ...rest }]) =>
        reason === '' ? [] : [{ line, reason, ...rest }],
      )
      await onRequest({ items: lines, note: note || null }, attemptKey)
      deleteDraft(draftKey)
      toast({ title: 'Return requested', description: 'We answer within one business day by email.' })
    },
    (error) => {
      // Whatever is asked for next is another return.
      if (error instanceof ApiError && error.body?.code === 'IDEMPOTENCY_KEY_REUSED')
        setDraft((now) => ({ ...now, attemptKey: newAttemptKey() }))
      return errorMessage(error, 'Your request could not be sent. Please try again.')
    },
  )

  function choose(line: number, next: ChosenLine | null): void {
    setDraft((now) => {
      const changed = new Map(now.chosen)
      if (next === null) changed.delete(line)
      else changed.set(line, next)
      return { ...now, chosen: changed }
    })
  }

  useEffect(() => {
    if (draft !== opened) saveReturn(draftKey, draft)
  }, [draft, opened, draftKey])

  const hasNothing = isChecked && chosen.size === 0
  function submit(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    if (chosen.size > 0 && [...chosen.values()].every(({ reason }) => reason !== '')) run()
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Return something" className="grid gap-5">
      <p className="text-soft">
        {isLate
          ? `The 30 days for everything are over. Unopened items and business equipment can come back until ${formatShopDay(unopenedUntil)}.`
          : `Anything can come back until ${formatShopDay(until)}, unopened items and business equipment until ${formatShopDay(unopenedUntil)}.`}
      </p>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-sm font-semibold">What do you want to return?</legend>
        {items.map((item) => (
          <ReturnedLine
            key={item.line}
            item={item}
            chosen={chosen.get(item.line)}
            isChecked={isChecked}
            onChoose={(next) => choose(item.line, next)}
          />
        ))}
      </fieldset>
      <Field label="What should we know?" optional hint="Of damage, send photos by email within 48 hours of delivery.">
        <TextArea
          rows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => setDraft((now) => ({ ...now, note: event.target.value }))}
        />
      </Field>
      <Alert message={hasNothing ? 'Choose what you want to return.' : problem} />
      <Button type="submit" size="large" aria-disabled={isBusy} className="sm:justify-self-start">
        {isBusy ? 'Sending...' : 'Request Return'}
      </Button>
    </form>
  )
}

interface ReturnedLineProps {
  readonly item: NonNullable<Returnable>['items'][number]
  /** What is chosen of it; undefined when it stays. */
  readonly chosen: ChosenLine | undefined
  /** Whether a missing reason is an error by now. */
  readonly isChecked: boolean
  readonly onChoose: (next: ChosenLine | null) => void
}

function ReturnedLine({ item: { productName, quantity }, chosen, isChecked, onChoose }: ReturnedLineProps) {
  return (
    <div className="grid gap-3 rounded border border-line px-4 py-3">
      <Checkbox
        label={<span className="[overflow-wrap:anywhere]">{productName}</span>}
        checked={chosen !== undefined}
        onChange={(event) => onChoose(event.target.checked ? { quantity, reason: '', isUnopened: false } : null)}
      />
      {chosen !== undefined && (
        <div className="grid gap-3 pb-1 sm:grid-cols-[8rem_1fr] sm:pl-9">
          <Field label="How many">
            <Select
              value={chosen.quantity}
              onChange={(event) => onChoose({ ...chosen, quantity: Number(event.target.value) })}
              options={Array.from({ length: quantity }, (_, index) => ({
                value: String(index + 1),
                label: String(index + 1),
              }))}
            />
          </Field>
          <Field label="Reason" required error={isChecked && chosen.reason === '' ? 'Choose a reason' : undefined}>
            <Select
              value={chosen.reason}
              onChange={(event) => onChoose({ ...chosen, reason: event.target.value as ReturnReason | '' })}
              options={[{ value: '', label: 'Choose a reason' }, ...REASON_OPTIONS]}
            />
          </Field>
          <Checkbox
            className="sm:col-span-2"
            label="It is unopened, and its seal is intact"
            checked={chosen.isUnopened}
            onChange={(event) => onChoose({ ...chosen, isUnopened: event.target.checked })}
          />
        </div>
      )}
    </div>
  )
}
