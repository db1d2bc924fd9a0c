import { useEffect, useRef, useState } from 'react'
import { inboxEntryPath, SAVED_REPLIES_PATH } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import { ApiError } from '../../lib/api-client.ts'
import { apiOnceOf } from './api-once-of.ts'
import { formDraft } from '../../lib/drafts.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useStaffPerson } from '../../lib/staff-person.ts'
import { typedSince } from '../../lib/typed-since.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { fillIn, leftPlaceholders } from './placeholders.ts'

const SavedRepliesDialog = lazyDialog(() =>
  import('./saved-replies-dialog.tsx').then((module) => module.SavedRepliesDialog),
)

interface ReplyFormProps {
  readonly entry: InboxEntry & { readonly email: string }
  /** The sender's newest order. */
  readonly order: number | undefined
  readonly onWriting: (isWriting: boolean) => void
  /** The field has the focus from the beginning. */
  readonly beginsAtOnce: boolean
  /** Opens the next message that waits for an answer; undefined when there is none. */
  readonly onNext: (() => void) | undefined
  readonly onReplied: (entry: InboxEntry) => Promise<void>
  /** Somebody else was faster: the entry is read again. */
  readonly onConflict: () => Promise<void>
}

/** The answer to an entry. What is typed stays in this tab until it is sent. */
export function ReplyForm({ entry, order, onWriting, beginsAtOnce, onNext, onReplied, onConflict }: ReplyFormProps) {
  const draft = formDraft(`inbox-reply-${entry.id}`, { text: '' })
  const [text, setText] = useState(() => draft.read()?.text ?? '')
  /** The same for an answer that comes while it is typed on. */
  const latest = useRef(text)
  // Whoever has opened another message meanwhile stays there.
  const goOn = useWhileShown(() => onNext?.())
  const [isManaging, setManaging] = useState(false)
  const me = useStaffPerson()?.name
  const { data: saved = [], retry } = useRead(SAVED_REPLIES_PATH, SHARED_WITH_OTHERS)
  const left = leftPlaceholders(text)
  const keyed = useStaffKeys()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (beginsAtOnce) field.current?.focus({ preventScroll: true })
  }, [beginsAtOnce])

  const { run, doing, problem } = useAction<'stay' | 'next'>(
    async (then) => {
      const body = { text: text.trim() }
      const answered = await apiOnceOf<InboxEntry>(`${inboxEntryPath(entry.id)}/replies`, body, entry)
      write(typedSince(latest.current, body.text))
      toast({ title: 'Reply sent', description: `The email goes to ${entry.email}.` })
      await onReplied(answered)
      if (then === 'next') goOn()
    },
    async (error) => {
      if (error instanceof ApiError && error.status === 409) await soon(onConflict())
      return errorMessage(error, 'The reply could not be sent.')
    },
  )

  function write(next: string): void {
    latest.current = next
    setText(next)
    onWriting(next.trim() !== '')
    draft.save({ text: next })
  }

  function insert(id: string): void {
    const chosen = saved.find((each) => each.id === id)
    if (chosen === undefined) return
    const filled = fillIn(chosen.text, {
      name: entry.from,
      reference: entry.reference,
      ...(me === undefined ? {} : { me }),
      ...(order === undefined ? {} : { order: String(order) }),
    })
    write(text.trim() === '' ? filled : `${text.trimEnd()}\n\n${filled}`)
  }

  return (
    <section aria-label="Reply" className="grid gap-3">
      <Field
        label={<span className="wrap-anywhere">Reply to {entry.email}</span>}
        hint="Goes out as an email that repeats what was asked."
        error={left.length > 0 ? `Fill in ${left.join(', ')} before you send it.` : undefined}
      >
        <TextArea
          ref={field}
          {...keyed('reply')}
          grows
          value={text}
          onChange={(event) => write(event.target.value)}
          maxLength={5000}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          aria-label="Insert a saved reply"
          value=""
          onChange={(event) => insert(event.target.value)}
          options={[
            { value: '', label: saved.length === 0 ? 'No saved replies yet' : 'Insert a saved reply…' },
            ...saved.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button variant="ghost" size="small" onClick={() => setManaging(true)}>
          Saved replies
        </Button>
        <Alert message={problem} className="basis-full" />
        <SendButtons
          left={left}
          doing={doing}
          isEmpty={text.trim() === ''}
          onSend={run}
          mayGoOn={onNext !== undefined}
        />
      </div>
      {isManaging && (
        <SavedRepliesDialog
          saved={saved}
          suggestion={text.trim()}
          onChanged={retry}
          onClose={() => setManaging(false)}
        />
      )}
    </section>
  )
}

interface SendButtonsProps {
  /** Placeholders that are to be filled in first. */
  readonly left: readonly string[]
  readonly doing: 'stay' | 'next' | undefined
  readonly isEmpty: boolean
  /** Whether there is a next message. */
  readonly mayGoOn: boolean
  readonly onSend: (then: 'stay' | 'next') => void
}

function SendButtons({ left, doing, isEmpty, mayGoOn, onSend }: SendButtonsProps) {
  const keyed = useStaffKeys()
  const cannotSend = isEmpty || left.length > 0
  const title = left.length > 0 ? `Fill in ${left.join(', ')} first` : undefined
  return (
    <div className="ml-auto dialog-buttons">
      {mayGoOn && (
        <Button
          variant="quiet"
          disabled={cannotSend}
          aria-disabled={doing !== undefined}
          {...keyed('confirmMore')}
          onClick={() => onSend('next')}
          title={title}
        >
          {doing === 'next' ? 'Sending...' : 'Send and open the next'}
        </Button>
      )}
      <Button
        disabled={cannotSend}
        aria-disabled={doing !== undefined}
        {...keyed('confirm')}
        onClick={() => onSend('stay')}
        title={title}
      >
        {doing === 'stay' ? 'Sending...' : 'Send reply'}
      </Button>
    </div>
  )
}
