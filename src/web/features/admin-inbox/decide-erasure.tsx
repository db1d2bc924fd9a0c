import type { ReactNode } from 'react'
import type { InboxEntry } from '#contracts/inbox'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { decideErasure } from './inbox-steps.ts'

interface DecideErasureProps {
  readonly id: string
  readonly suggestion: NonNullable<InboxEntry['suggestion']>
  readonly onDecided: (entry: InboxEntry) => Promise<void>
  /** The message. */
  readonly children: ReactNode
}

/** Why a message is here, what in it matches, and staff's decision about it. */
export function DecideErasure({ id, suggestion, onDecided, children }: DecideErasureProps) {
  const { request, message, action, matched, decision } = suggestion
  const { run, isBusy, doing, problem } = useAction<'confirm' | 'refuse'>(
    async (choice) => {
      const decided = await decideErasure(id, choice, (now) => void onDecided(now))
      toast({ title: choice === 'confirm' ? DONE[action] : 'Message kept' })
      await onDecided(decided)
    },
    (error) => errorMessage(error, 'The decision could not be saved.'),
  )

  if (decision !== null)
    return (
      <>
        {children}
        <Alert message={problem} />
        <Note tone={decision === 'confirmed' ? 'success' : 'attention'}>
          {decision === 'confirmed'
            ? `${DONE[action]}, as request ${request} asked for.`
            : 'The message was kept as it is.'}
        </Note>
      </>
    )
  return (
    <section aria-label="Decision" className="grid gap-4">
      <p>
        Somebody proved an email address and had their data deleted ({request}). Message {message} has no such proof: it
        only reads like what they had typed about themselves, and anybody can type anybody’s name or number.
      </p>
      <div>
        <h3 className="mb-1.5 text-base">What matches</h3>
        <ul className="flex flex-wrap gap-2">
          {matched.map((piece) => (
            <li key={piece} className="rounded bg-yellow-wash px-2 py-0.5 font-semibold wrap-anywhere">
              {piece}
            </li>
          ))}
        </ul>
      </div>
      {children}
      <p className="text-sm text-soft">
        {action === 'erase'
          ? 'The message has no email address of its own. If it is theirs, erase it; nothing but its kind and time is left.'
          : 'The message is somebody else’s. If it means the same person, blank what matches; the rest stays.'}{' '}
        This cannot be undone. When in doubt, keep it.
      </p>
      <Alert message={problem} />
      <div className="dialog-buttons">
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => run('refuse')}>
          {doing === 'refuse' ? 'Saving...' : 'Keep the message'}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => run('confirm')}>
          {doing === 'confirm' ? DOING[action] : STEPS[action]}
        </Button>
      </div>
    </section>
  )
}

const STEPS = { erase: 'Erase the message', blank: 'Blank what matches' } as const
const DOING = { erase: 'Erasing...', blank: 'Blanking...' } as const
const DONE = { erase: 'Message erased', blank: 'What matched is blanked' } as const
