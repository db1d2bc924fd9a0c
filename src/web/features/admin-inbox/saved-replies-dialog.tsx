import { useEffect, useRef, useState } from 'react'
import { SAVED_REPLIES_PATH } from '#contracts/staff-paths'
import type { SavedReply } from '#contracts/inbox'
import { api, ApiError } from '../../lib/api-client.ts'
import { apiOnce, deleteAt } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { rebase } from '../../lib/rebase.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { RebasedNote } from '../../ui/rebased-note.tsx'
import { toast } from '../../ui/toast.tsx'
import { PLACEHOLDERS } from './placeholders.ts'

interface SavedRepliesDialogProps {
  readonly saved: readonly SavedReply[]
  /** The text of the answer that is being written: a new saved reply begins with it. */
  readonly suggestion: string
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

interface Edited {
  /** null: a new one. */
  readonly reply: SavedReply | null
  readonly name: string
  readonly text: string
  /** What both changed, when somebody else saved it meanwhile. */
  readonly contested?: readonly { readonly label: string; readonly theirs: string }[]
}

/** The texts that staff answer with often: to add, change and delete. */
export function SavedRepliesDialog({ saved, suggestion, onChanged, onClose }: SavedRepliesDialogProps) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const list = useFocusOfList(edited)
  return (
    <Dialog
      onClose={onClose}
      title="Saved replies"
      description="Everybody who answers messages uses and changes the same ones."
      className="sm:max-w-2xl"
    >
      {edited !== null ? (
        <EditReply
          edited={edited}
          onChange={setEdited}
          onDone={async () => {
            await onChanged()
            setEdited(null)
          }}
        />
      ) : (
        <div ref={list} className="grid gap-4">
          {saved.length === 0 ? (
            <p className="text-soft">None yet. Save a text that you write often, and insert it with one press.</p>
          ) : (
            <ul className="grid sheet">
              {saved.map((reply) => (
                <li
                  key={reply.id}
                  className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0"
                >
                  <span className="grid min-w-0 flex-1">
                    <span className="font-semibold wrap-anywhere">{reply.name}</span>
                    <span className="truncate text-sm text-soft">{reply.text}</span>
                  </span>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Edit ${reply.name}`}
                    data-reply={reply.id}
                    onClick={() => setEdited({ reply, name: reply.name, text: reply.text })}
                  >
                    Edit
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button
            className="justify-self-start"
            data-reply=""
            onClick={() => setEdited({ reply: null, name: '', text: suggestion })}
          >
            New saved reply
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** The list that comes back has the focus where the form was opened, or at its end when that one is deleted. */
function useFocusOfList(edited: Edited | null) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (edited === null && last.current !== null) {
      const openers = [...(list.current?.querySelectorAll<HTMLElement>('[data-reply]') ?? [])]
      ;(openers.find(({ dataset }) => dataset.reply === last.current) ?? openers.at(-1))?.focus()
    }
    last.current = edited === null ? null : (edited.reply?.id ?? '')
  }, [edited])
  return list
}

interface EditReplyProps {
  readonly edited: Edited
  readonly onChange: (edited: Edited | null) => void
  readonly onDone: () => Promise<void>
}

function EditReply({ edited, onChange, onDone }: EditReplyProps) {
  const { reply, name, text, contested } = edited
  const field = useRef<HTMLInputElement>(null)
  // The button that opened the form is gone.
  useEffect(() => field.current?.focus(), [])
  const { run, isBusy, doing, problem } = useAction<'save' | 'delete'>(
    async (what) => {
      const path = reply === null ? SAVED_REPLIES_PATH : `${SAVED_REPLIES_PATH}/${reply.id}`
      if (what === 'delete') await deleteAt(path)
      else if (reply === null) await apiOnce(path, { name, text })
      else await api(path, { method: 'PUT', body: { name, text, version: reply.version } })
      await finish(what)
    },
    async (error) => {
      const isConflict = error instanceof ApiError && error.body?.code === 'SAVED_REPLY_CHANGED'
      const now = isConflict ? (await api(SAVED_REPLIES_PATH)).find(({ id }) => id === reply?.id) : undefined
      if (reply === null || now === undefined) return errorMessage(error, 'The saved reply could not be changed.')
      const fieldsOf = (each: { readonly name: string; readonly text: string }) => ({
        name: each.name,
        text: each.text,
      })
      const { fields, contested, isSaved } = rebase(fieldsOf(reply), fieldsOf(now), { name, text })
      if (isSaved) {
        await finish('save')
        return null
      }
      const labels = { name: 'Name', text: 'Text' }
      onChange({
        reply: now,
        ...fields,
        contested: contested.map((field) => ({ label: labels[field], theirs: now[field] })),
      })
      return null
    },
  )
  async function finish(what: 'save' | 'delete'): Promise<void> {
    toast({ title: what === 'delete' ? 'Saved reply deleted' : 'Reply saved' })
    await onDone()
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        run('save')
      }}
    >
      {reply !== null && (
        <PeopleHere
          kind="saved-reply"
          id={reply.id}
          isEditing={name !== reply.name || text !== reply.text}
          className="empty:sr-only"
        />
      )}
      <Field label="Name" required>
        <TextInput
          ref={field}
          value={name}
          onChange={(event) => onChange({ ...edited, name: event.target.value })}
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      <Field label="Text" required>
        <TextArea
          grows
          value={text}
          onChange={(event) => onChange({ ...edited, text: event.target.value })}
          maxLength={5000}
        />
      </Field>
      <dl className="grid gap-x-4 gap-y-1 text-sm text-soft sm:grid-cols-[auto_1fr]">
        {Object.entries(PLACEHOLDERS).map(([placeholder, meaning]) => (
          <div key={placeholder} className="contents">
            <dt className="font-semibold">{`{${placeholder}}`}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      {contested !== undefined && <RebasedNote thing="saved reply" contested={contested} />}
      <Alert message={problem} />
      <div className="dialog-buttons">
        {reply !== null && (
          <Button variant="ghost" className="mr-auto" aria-disabled={isBusy} onClick={() => run('delete')}>
            {doing === 'delete' ? 'Deleting...' : 'Delete'}
          </Button>
        )}
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => !isBusy && onChange(null)}>
          Back
        </Button>
        <Button type="submit" disabled={name.trim() === '' || text.trim() === ''} aria-disabled={isBusy}>
          {doing === 'save' ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
