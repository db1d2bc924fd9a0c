import { useState } from 'react'
import type { z } from 'zod'
import { centralFieldText, readCentralFieldText } from '#platform/time/business-days'
import { inboxEntryPath, INBOX_PEOPLE_PATH } from '#contracts/staff-paths'
import type { InboxChange, InboxEntry } from '#contracts/inbox'
import { api, ApiError } from '../../lib/api-client.ts'
import { apiOnceOf } from './api-once-of.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useStaffPerson } from '../../lib/staff-person.ts'
import { typedSince } from '../../lib/typed-since.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

type Change = Omit<z.input<typeof InboxChange>, 'version'>

interface HandleEntryProps {
  readonly entry: InboxEntry
  readonly onChanged: (entry: InboxEntry) => Promise<void>
  /** Somebody else was faster: the entry is read again. */
  readonly onConflict: () => Promise<void>
}

/** Who has an entry, when it is due, what was noted, and how it ends. */
export function HandleEntry({ entry, onChanged, onConflict }: HandleEntryProps) {
  const [note, setNote] = useState('')
  const { run, isBusy, doing, last, problem } = useAction<{ readonly body: Change; readonly done: string }>(
    async ({ body, done }) => {
      const { version } = entry
      const path = inboxEntryPath(entry.id)
      // A note is added once; any other change leaves the entry as it is when it is made again.
      const changed =
        body.note === undefined
          ? await api<InboxEntry>(path, { method: 'PATCH', body: { ...body, version } })
          : await apiOnceOf<InboxEntry>(path, body, { version, method: 'PATCH' })
      const sent = body.note
      if (sent !== undefined) setNote((now) => typedSince(now, sent))
      toast({ title: done })
      await onChanged(changed)
    },
    async (error) => {
      if (error instanceof ApiError && error.status === 409) await soon(onConflict())
      return errorMessage(error, 'The change could not be saved.')
    },
  )
  const change = (body: Change, done: string) => run({ body, done })
  const problemOf = (part: 'assigneeId' | 'dueAt') => (last?.body[part] === undefined ? null : problem)
  const saving = doing?.done ?? null

  /** A note that was typed goes along with the step. */
  const withNote = () => (note.trim() === '' ? {} : { note: note.trim() })

  return (
    <>
      <Owner entry={entry} saving={saving} onChange={change} problem={problemOf('assigneeId')} />
      <DueTime entry={entry} saving={saving} onChange={change} problem={problemOf('dueAt')} />
      <section aria-label="Notes" className="grid gap-3">
        <h3 className="text-base">Notes</h3>
        {entry.notes.length > 0 && (
          <ol className="grid gap-2.5 border-l-2 border-line pl-4 text-sm">
            {entry.notes.map(({ at, text }) => (
              <li key={at}>
                <span className="whitespace-pre-wrap wrap-anywhere">{text}</span>{' '}
                <span className="block text-xs text-soft">{formatShopTime(at)}</span>
              </li>
            ))}
          </ol>
        )}
        <Field label="New note" hint="For staff alone.">
          <TextArea rows={2} value={note} onChange={(event) => setNote(event.target.value)} maxLength={2000} />
        </Field>
      </section>
      <Alert message={problemOf('assigneeId') === problemOf('dueAt') ? problem : null} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="ghost"
          size="small"
          disabled={note.trim() === ''}
          aria-disabled={isBusy}
          onClick={() => change(withNote(), 'Note added')}
        >
          {saving === 'Note added' ? SAVING : 'Add note'}
        </Button>
        {entry.state === 'open' ? (
          <Button
            variant="quiet"
            size="small"
            aria-disabled={isBusy}
            onClick={() => change({ state: 'answered', ...withNote() }, 'Marked as answered')}
          >
            {saving === 'Marked as answered' ? SAVING : 'Mark as answered'}
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="small"
            aria-disabled={isBusy}
            onClick={() => change({ state: 'open', ...withNote() }, 'Opened again')}
          >
            {saving === 'Opened again' ? SAVING : 'Open again'}
          </Button>
        )}
        {entry.state !== 'closed' && (
          <Button
            variant="quiet"
            size="small"
            aria-disabled={isBusy}
            onClick={() => change({ state: 'closed', ...withNote() }, 'Closed')}
          >
            {saving === 'Closed' ? SAVING : 'Close request'}
          </Button>
        )}
      </div>
    </>
  )
}

/** What a button says instead of its own words while its change is on its way. */
const SAVING = 'Saving...'

interface PartProps {
  readonly entry: InboxEntry
  /** What the change that is on its way comes to; null while none is. */
  readonly saving: string | null
  readonly onChange: (body: Change, done: string) => void
  readonly problem: string | null
}

function Owner({ entry: { assignee, assigneeId }, saving, onChange, problem }: PartProps) {
  const me = useStaffPerson()?.id
  const { data: people = [] } = useRead(INBOX_PEOPLE_PATH, SHARED_WITH_OTHERS)
  const isListed = assignee === null || people.some(({ id }) => id === assigneeId)
  // Somebody who has no access any more, or a name that an earlier version kept.
  const former = isListed ? [] : [{ value: FORMER, label: assignee ?? '' }]
  const named = people.map(({ id, name, email }) => ({
    value: id,
    label: email === null ? name : `${name} (${email})`,
  }))
  return (
    <div className="flex flex-wrap items-end gap-3 large-letters:flex-col large-letters:items-stretch">
      <Field label="Assigned to" className="min-w-0 flex-1 large-letters:flex-none">
        <Select
          value={assignee === null ? '' : isListed ? (assigneeId ?? '') : FORMER}
          aria-disabled={saving !== null}
          onChange={({ target: { value } }) => {
            const name = people.find(({ id }) => id === value)?.name
            onChange({ assigneeId: value || null }, name === undefined ? 'Given back' : `Given to ${name}`)
          }}
          options={[{ value: '', label: 'Nobody yet' }, ...former, ...named]}
        />
      </Field>
      {me !== undefined && assigneeId !== me && (
        <Button
          variant="quiet"
          aria-disabled={saving !== null}
          onClick={() => onChange({ assigneeId: me }, 'It is yours now')}
        >
          {saving === 'It is yours now' ? 'Taking...' : 'Take'}
        </Button>
      )}
      <Alert message={problem} className="basis-full" />
    </div>
  )
}

const FORMER = 'former'

function DueTime({ entry: { dueAt }, saving, onChange, problem }: PartProps) {
  const shown = centralFieldText(new Date(dueAt))
  const [value, setValue] = useState(shown)
  const [known, setKnown] = useState(shown)
  if (known !== shown) {
    setKnown(shown)
    setValue(shown)
  }
  const typed = readCentralFieldText(value)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Answer due (CT)" className="min-w-0 flex-1">
        <TextInput type="datetime-local" value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
      {value !== shown && (
        <Button
          variant="quiet"
          disabled={typed === null}
          aria-disabled={saving !== null}
          onClick={() => typed !== null && onChange({ dueAt: typed.toISOString() }, 'Due time changed')}
        >
          {saving === 'Due time changed' ? SAVING : 'Save'}
        </Button>
      )}
      <Alert message={problem} className="basis-full" />
    </div>
  )
}
