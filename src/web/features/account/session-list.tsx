import { Laptop, Smartphone } from 'lucide-react'
import { SESSIONS_PATH } from '#contracts/api-paths'
import type { SessionList as Sessions } from '#contracts/sessions'
import { deleteAt } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatTime } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'
import { soon } from '../../lib/soon.ts'
import { Async } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'

type Session = Sessions[number]

/** Where the customer is signed in, with a way to sign out there. */
export function SessionList({ userId }: { readonly userId: string }) {
  const { data, error, retry } = useRead(SESSIONS_PATH, { ...SHARED_WITH_OTHERS, ownerId: userId })

  const {
    run: signOut,
    isBusy,
    doing,
  } = useAction(
    async (session: Session | 'others') => {
      await deleteAt(session === 'others' ? SESSIONS_PATH : `${SESSIONS_PATH}/${session.id}`)
      await retry()
      toast(
        session === 'others'
          ? { title: 'Signed out everywhere else', description: 'Only this browser is still signed in.' }
          : { title: 'Signed out', description: `${nameOf(session)} is signed out.` },
      )
    },
    async (failure) => {
      // Somebody else may have ended it: the list says what is left.
      await soon(retry())
      const description = errorMessage(failure, 'You are still signed in there.')
      toast({ title: 'Sign-Out Failed', description, variant: 'destructive' })
      return null
    },
  )

  return (
    <section aria-labelledby="sessions-title" className="sheet p-5 sm:p-7">
      <h2 id="sessions-title" className="text-2xl">
        Where You Are Signed In
      </h2>
      <p className="mt-1 text-soft">
        Is there one you do not recognize? Sign it out and change your password. A browser that you do not use for three
        days is signed out by itself.
      </p>
      <div className="mt-3">
        <Async
          data={data}
          error={error}
          errorMessage="The list could not be loaded just now."
          onRetry={retry}
          loading={<Skeleton className="mt-5 h-36" />}
        >
          {(sessions) => (
            <>
              <ul>
                {sessions.map((session) => (
                  <SessionLine
                    key={session.id}
                    session={session}
                    isBusy={isBusy}
                    isEnding={doing !== 'others' && doing?.id === session.id}
                    onEnd={() => signOut(session)}
                  />
                ))}
              </ul>
              {sessions.length > 1 && (
                <Button
                  variant="quiet"
                  aria-disabled={isBusy}
                  onClick={() => signOut('others')}
                  className="mt-5 w-full sm:w-auto"
                >
                  {doing === 'others' ? 'Signing out...' : 'Sign Out Everywhere Else'}
                </Button>
              )}
            </>
          )}
        </Async>
      </div>
    </section>
  )
}

interface SessionLineProps {
  readonly session: Session
  readonly isBusy: boolean
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function SessionLine({ session, isBusy, isEnding, onEnd }: SessionLineProps) {
  const Icon = /iPhone|iPad|Android/.test(session.device ?? '') ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line py-4 last:border-b-0">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-soft" />
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {nameOf(session)}
          {session.isCurrent && <Badge tone="good">This browser</Badge>}
        </h3>
        <p className="text-sm text-soft">
          Signed in {formatTime(session.firstSeen)}
          {!session.isCurrent && <>, last used {formatTime(session.lastSeen)}</>}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          size="small"
          aria-disabled={isBusy}
          onClick={onEnd}
          aria-description={`${nameOf(session)}, signed in ${formatTime(session.firstSeen)}`}
          className="max-sm:w-full"
        >
          {isEnding ? 'Signing out...' : 'Sign Out'}
        </Button>
      )}
    </li>
  )
}

function nameOf({ device }: Session): string {
  return device ?? 'Unknown browser'
}
