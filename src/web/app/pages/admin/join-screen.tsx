import { useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { OPEN_INVITATION_PATH } from '#contracts/api-paths'
import { SetUpAccess } from '../../../features/admin-staff/set-up-access.tsx'
import { useStaffGate } from '../../../features/admin-gate/use-staff-gate.ts'
import { api, ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { paths } from '../../../lib/paths.ts'
import { useLateNavigate } from '../../../lib/late-navigation.ts'
import { useLinkToken } from '../../../lib/use-link-token.ts'
import { FailureNote } from '../../../ui/async.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Where the link of an invitation leads: outside the gate, for anybody who has the link. */
export function JoinScreen() {
  const navigate = useLateNavigate()
  const gate = useStaffGate()
  const { token, forget } = useLinkToken('staff-invitation')
  const [isAccepted, setAccepted] = useState(false)
  const { data, error, isLoading, mutate } = useSWRImmutable(
    token === null || isAccepted ? null : [OPEN_INVITATION_PATH, token],
    () => api(OPEN_INVITATION_PATH, { method: 'POST', body: { token } }),
    { keepPreviousData: true },
  )
  const isOver = error instanceof ApiError && error.body !== null && error.status < 500 && error.status !== 429

  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh justify-items-center px-4 py-8">
      <section className="crop-marks w-full max-w-xl self-center sheet px-5 py-8 sm:px-10">
        {data !== undefined && token !== null ? (
          <SetUpAccess
            token={token}
            invitation={data}
            onAccepted={() => {
              setAccepted(true)
              forget()
            }}
            onDone={() => {
              gate.open()
              navigate(paths.admin(), { replace: true })
            }}
          />
        ) : isOver || (token === null && !isLoading) ? (
          <EmptyState
            heading="h1"
            title="This link does not work"
            description={
              isOver
                ? errorMessage(error, 'Ask the owner of the shop for a new invitation.')
                : 'Open the link in the newest invitation that you got by mail, whole.'
            }
          >
            <ButtonLink to={paths.admin()} variant="quiet">
              Go to the gate
            </ButtonLink>
          </EmptyState>
        ) : error !== undefined ? (
          <FailureNote
            message={errorMessage(error, 'The invitation could not be read just now.')}
            onRetry={async () => {
              await mutate().catch(() => undefined)
            }}
          />
        ) : (
          <Skeleton className="h-96" />
        )}
      </section>
    </main>
  )
}
