import { useRef, useState, type FormEvent } from 'react'
import { orderNotesPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { apiOnce } from '../../lib/api-once.ts'
import { typedSince } from '../../lib/typed-since.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { rememberOwnChange } from './own-changes.ts'

/** The most characters of a note. */
export const LONGEST_NOTE = 1000

interface NoteFormProps {
  readonly orderId: number
  readonly onWritten: (order: StaffOrder) => void
}

/** A note on the order; what was typed stays when it could not be kept. */
export function NoteForm({ orderId, onWritten }: NoteFormProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { run, isBusy, problem } = useAction(async () => {
    rememberOwnChange(orderId)
    const order = await apiOnce(orderNotesPath(orderId), { text })
    // The button rests until something is typed again.
    if (document.activeElement === button.current) field.current?.focus({ preventScroll: true })
    setText((now) => typedSince(now, text))
    onWritten(order)
  }, 'The note could not be kept.')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '') run()
  }

  return (
    <form method="post" noValidate onSubmit={submit} data-print="hide" className="grid gap-2">
      <Field label="Add a note" hint="Staff alone see it, with your name.">
        <TextArea
          ref={field}
          rows={2}
          value={text}
          maxLength={LONGEST_NOTE}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Alert message={problem} />
      <Button
        ref={button}
        type="submit"
        size="small"
        variant="quiet"
        className="justify-self-start"
        disabled={text.trim() === ''}
        aria-disabled={isBusy}
      >
        {isBusy ? 'Saving...' : 'Add note'}
      </Button>
    </form>
  )
}
