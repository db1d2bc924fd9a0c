import { useRef, useState } from 'react'
import { orderNotesPath } from '#contracts/staff-paths'
import type { StaffOrder } from '#contracts/staff-orders'
import { apiOnce } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { LONGEST_NOTE } from './note-form.tsx'
import { rememberOwnChange } from './own-changes.ts'

interface NoteOrdersDialogProps {
  readonly orders: readonly StaffOrder[]
  readonly onClose: () => void
  readonly onWritten: () => void
}

/** One note for several orders; those that did not get it are named with why, and can be tried again. */
export function NoteOrdersDialog({ orders, onClose, onWritten }: NoteOrdersDialogProps) {
  const [text, setText] = useState('')
  const [left, setLeft] = useState<readonly { readonly id: number; readonly why: string }[] | null>(null)
  const ids = left === null ? orders.map(({ id }) => id) : left.map(({ id }) => id)
  const { run, isBusy } = useAction(async () => {
    const failed = []
    for (const id of ids) {
      try {
        rememberOwnChange(id)
        await apiOnce(orderNotesPath(id), { text })
      } catch (error) {
        failed.push({ id, why: errorMessage(error, 'The note could not be kept.') })
      }
    }
    setLeft(failed)
    onWritten()
  }, 'The notes could not be kept.')
  const isDone = left !== null && left.length === 0
  const keyed = useStaffKeys()
  const field = useRef<HTMLTextAreaElement>(null)

  return (
    <Dialog
      onClose={() => {
        if (!isBusy) onClose()
      }}
      title={`Note on ${formatCount(orders.length, 'order')}`}
      description="Staff alone see it, with your name."
      focusFirst={field}
    >
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') run()
        }}
        className="grid gap-4"
      >
        {!isDone && (
          <Field label="Note">
            <TextArea
              ref={field}
              rows={3}
              value={text}
              maxLength={LONGEST_NOTE}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        )}
        <div role="status" className="text-sm">
          {left !== null && <p>{formatCount(orders.length - left.length, 'order')} got the note.</p>}
          {left !== null && left.length > 0 && (
            <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto text-magenta">
              {left.map(({ id, why }) => (
                <li key={id}>
                  <b>#{id}</b> {why}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="dialog-buttons">
          {isDone ? (
            <Button {...keyed('confirm')} onClick={onClose}>
              Done
            </Button>
          ) : (
            <>
              <Button variant="quiet" disabled={isBusy} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" {...keyed('confirm')} disabled={text.trim() === ''} aria-disabled={isBusy}>
                {isBusy ? 'Saving...' : left === null ? 'Add note' : 'Try again'}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
