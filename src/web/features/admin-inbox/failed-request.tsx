import type { InboxEntry } from '#contracts/inbox'
import { errorMessage } from '../../lib/error-message.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { runAgain } from '../../lib/run-job-again.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

interface FailedRequestProps {
  readonly failure: NonNullable<InboxEntry['failure']>
  /** The entry is read again. */
  readonly onChanged: () => Promise<void>
}

/** Why the shop could not do what a privacy request asks for, what that means, and another try. */
export function FailedRequest({ failure: { jobId, at, error, isErasure }, onChanged }: FailedRequestProps) {
  const mayRun = useMay('jobs.write')
  const { run, isBusy, problem } = useAction<void>(
    async () => {
      await runAgain(jobId)
      toast({ title: 'Request is tried again', description: 'Open it in a minute to see what came of it.' })
      await onChanged()
    },
    async (failed) => {
      await soon(onChanged())
      return errorMessage(failed, 'The request could not be tried again.')
    },
  )
  return (
    <Note tone="error" role="group" aria-label="Failed request" className="grid justify-items-start gap-2">
      <p className="font-semibold">The shop could not finish this request and gave up, {formatShopTime(at)}.</p>
      <p className="text-sm wrap-anywhere">{error}</p>
      <p className="text-sm">
        Nothing goes on by itself: have the cause mended, then try again.
        {isErasure &&
          ' What is erased already stays erased. Mails about orders go on meanwhile; advertising is not sent.'}
      </p>
      {mayRun ? (
        <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => run()}>
          {isBusy ? 'Trying...' : 'Try again'}
        </Button>
      ) : (
        <p className="text-sm">Ask somebody who may run background jobs again.</p>
      )}
      <Alert message={problem} />
    </Note>
  )
}
