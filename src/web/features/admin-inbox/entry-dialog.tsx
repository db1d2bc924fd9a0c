import { useState } from 'react'
import type { z } from 'zod'
import type { InboxChange, InboxEntry } from '#contracts/messages'
import { api } from '../../lib/api-client.ts'
import { formatTime } from '../../lib/format.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { DecideErasure } from './decide-erasure.tsx'
import { kindLabel } from './due.ts'
import { EntryBadges } from './entry-badges.tsx'

type Change = z.input<typeof InboxChange>

interface EntryDialogProps {
  readonly entry: InboxEntry
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** One message or request: what it says, who owns it, what was noted, and how it ends. */
export function EntryDialog({ entry: opened, onClose, onChanged }: EntryDialogProps) {
  const [entry, setEntry] = useState(opened)
  const mayAnswer = useMay('inbox.write')

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={entry.subject}
      description={`${kindLabel(entry.kind)} ${entry.reference}, received ${formatTime(entry.receivedAt)}`}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <EntryBadges entry={entry} />
          <span className="text-sm text-soft">Answer promised by {formatTime(entry.dueAt)}</span>
        </div>
        {entry.suggestion === undefined || !mayAnswer ? (
          <>
            <Words entry={entry} />
            {mayAnswer && <HandleEntry entry={entry} onChange={setEntry} onChanged={onChanged} />}
          </>
        ) : (
          <DecideErasure
            id={entry.id}
            suggestion={entry.suggestion}
            onDecided={(decided) => {
              setEntry(decided)
              return onChanged()
            }}
          >
            <Words entry={entry} />
          </DecideErasure>
        )}
      </div>
    </Dialog>
  )
}

/** What the sender wrote. */
function Words({ entry }: { readonly entry: InboxEntry }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sheet p-4 text-sm sm:grid-cols-[10rem_1fr]">
      {entry.fields.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="font-semibold">{label}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere max-sm:mb-1.5">{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface HandleEntryProps {
  readonly entry: InboxEntry
  readonly onChange: (entry: InboxEntry) => void
  readonly onChanged: () => Promise<void>
}

/** Who owns an entry, what was noted, and how it ends. */
function HandleEntry({ entry, onChange, onChanged }: HandleEntryProps) {
  const [assignee, setAssignee] = useState(entry.assignee ?? '')
  const [note, setNote] = useState('')
  const action = useAction<{ readonly body: Change; readonly done: string }>(
    async ({ body, done }) => {
      // Some servers answer with the entry as it is now, others with nothing: then it is what was sent.
      const answer = await api<InboxEntry | undefined>(`/api/admin/inbox/${entry.id}`, { method: 'PATCH', body })
      onChange(answer ?? changed(entry, body))
      if (body.note !== undefined) setNote('')
      toast({ title: done })
      await onChanged()
    },
    (error) => {
      toast({ title: 'Error', description: 'The change could not be saved', variant: 'destructive' })
      return errorMessage(error, 'The change could not be saved.')
    },
  )
  const { isBusy, problem } = action
  const change = (body: Change, done: string) => action.run({ body, done })

  /** A note that was typed goes along with the step. */
  const withNote = () => (note.trim() === '' ? {} : { note: note.trim() })

  return (
    <>
      {entry.email !== null && (
        <a
          href={`mailto:${entry.email}?subject=${encodeURIComponent(`Re: ${entry.subject} (${entry.reference})`)}`}
          className={buttonClass({ variant: 'quiet', size: 'small' }, 'justify-self-start')}
        >
          Answer by email
        </a>
      )}
      <div className="flex items-end gap-3">
        <Field label="Assigned to" hint="Owner of the request" className="flex-1">
          <TextInput
            value={assignee}
            onChange={(event) => setAssignee(event.target.value)}
            maxLength={80}
            autoComplete="off"
          />
        </Field>
        <Button
          variant="quiet"
          className="mb-[1.625rem]"
          disabled={isBusy || assignee.trim() === (entry.assignee ?? '')}
          onClick={() => change({ assignee: assignee.trim() || null }, 'Assigned')}
        >
          Assign
        </Button>
      </div>
      <section aria-label="Notes" className="grid gap-3">
        <h3 className="text-base">Notes</h3>
        {entry.notes.length > 0 && (
          <ol className="grid gap-2.5 border-l-2 border-line pl-4 text-sm">
            {entry.notes.map(({ at, text }) => (
              <li key={at}>
                <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>{' '}
                <span className="block text-xs text-soft">{formatTime(at)}</span>
              </li>
            ))}
          </ol>
        )}
        <Field label="New note">
          <TextArea rows={3} value={note} onChange={(event) => setNote(event.target.value)} maxLength={2000} />
        </Field>
      </section>
      <Alert message={problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="ghost"
          disabled={isBusy || note.trim() === ''}
          onClick={() => change(withNote(), 'Note added')}
        >
          Add note
        </Button>
        {entry.state === 'open' && (
          <Button disabled={isBusy} onClick={() => change({ state: 'answered', ...withNote() }, 'Marked as answered')}>
            Mark as answered
          </Button>
        )}
        {entry.state !== 'closed' ? (
          <Button
            variant="quiet"
            disabled={isBusy}
            onClick={() => change({ state: 'closed', ...withNote() }, 'Closed')}
          >
            Close request
          </Button>
        ) : (
          <Button
            variant="quiet"
            disabled={isBusy}
            onClick={() => change({ state: 'open', ...withNote() }, 'Opened again')}
          >
            Open again
          </Button>
        )}
      </div>
    </>
  )
}

function changed(entry: InboxEntry, { state, assignee, note }: Change): InboxEntry {
  return {
    ...entry,
    ...(state !== undefined && { state }),
    ...(assignee !== undefined && { assignee }),
    ...(note !== undefined && { notes: [...entry.notes, { at: new Date().toISOString(), text: note }] }),
  }
}
