import { sendReplyAgainPath } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import { api, ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

interface SendAgainProps {
  readonly entry: InboxEntry
  /** The reply that could not be sent. */
  readonly replyId: string
  readonly onSent: (entry: InboxEntry) => Promise<void>
  /** Somebody else was faster: the entry is read again. */
  readonly onConflict: () => Promise<void>
}

/** Sends a reply again, in the words that it has. */
export function SendAgain({ entry, replyId, onSent, onConflict }: SendAgainProps) {
  const { run, isBusy, problem } = useAction<void>(
    async () => {
      const body = { version: entry.version }
      const sent = await api<InboxEntry>(sendReplyAgainPath(entry.id, replyId), { method: 'POST', body })
      toast({ title: 'Reply sent again', description: `The email goes to ${entry.email ?? ''}.` })
      await onSent(sent)
    },
    async (error) => {
      if (error instanceof ApiError && error.status === 409) await soon(onConflict())
      return errorMessage(error, 'The reply could not be sent.')
    },
  )
  return (
    <>
      <Alert message={problem} />
      <Button variant="quiet" size="small" className="justify-self-start" aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? 'Sending...' : 'Try again'}
      </Button>
    </>
  )
}
