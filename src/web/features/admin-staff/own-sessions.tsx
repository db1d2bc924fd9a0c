import { OWN_ACCESS_PATH } from '#contracts/staff-paths'
import type { OwnAccess } from '#contracts/staff'
import { isRefusal } from '../../lib/api-client.ts'
import { deleteAt } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'

/** Where the person is signed in to the back office, with a way to sign out there. */
export function OwnSessions({
  sessions,
  onChanged,
}: {
  readonly sessions: OwnAccess['sessions']
  readonly onChanged: () => Promise<void>
}) {
  // Null is all of them.
  const { run, isBusy, doing, last, problem } = useAction(
    async (id: string | null) => {
      await deleteAt(`${OWN_ACCESS_PATH}/sessions${id === null ? '' : `/${id}`}`)
      await onChanged()
    },
    async (error) => {
      await soon(onChanged())
      return isRefusal(error)
        ? errorMessage(error, 'You are still signed in there.')
        : 'No answer from the shop. Where you are still listed, you are still signed in: check the connection and try again.'
    },
  )
  return (
    <section aria-labelledby="own-sessions" className="sheet grid gap-3 p-5">
      <h2 id="own-sessions" className="text-xl">
        Where you are signed in
      </h2>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, device, openedAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
                {device ?? 'Unknown browser'}
                {isCurrent && <Badge tone="good">This browser</Badge>}
              </h3>
              <p className="text-sm text-soft">
                Signed in {formatShopTime(openedAt)}
                {!isCurrent && <>, last used {formatShopTime(lastSeenAt)}</>}
              </p>
            </div>
            {!isCurrent && (
              <Button
                variant="quiet"
                size="small"
                aria-disabled={isBusy}
                aria-description={`${device ?? 'Unknown browser'}, signed in ${formatShopTime(openedAt)}`}
                onClick={() => run(id)}
              >
                {doing === id ? 'Signing out...' : 'Sign out'}
              </Button>
            )}
            {last === id && <Alert message={problem} className="basis-full" />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => run(null)} className="justify-self-start">
          {doing === null ? 'Signing out...' : 'Sign out everywhere else'}
        </Button>
      )}
      {!sessions.some(({ id }) => id === last) && <Alert message={problem} />}
    </section>
  )
}
