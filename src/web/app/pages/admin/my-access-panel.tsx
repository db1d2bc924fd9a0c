import { useState } from 'react'
import { OWN_ACCESS_PATH } from '#contracts/staff-paths'
import type { OwnAccess } from '#contracts/staff'
import { ROLE_LABELS } from '#contracts/staff-roles'
import { NewCodesDialog } from '../../../features/admin-staff/new-codes-dialog.tsx'
import { OwnPasskeys } from '../../../features/admin-staff/own-passkeys.tsx'
import { OwnPasswordDialog } from '../../../features/admin-staff/own-password-dialog.tsx'
import { OwnSessions } from '../../../features/admin-staff/own-sessions.tsx'
import { formatCount } from '../../../lib/format.ts'
import { SHARED_WITH_OTHERS, useRead } from '../../../lib/use-read.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Note } from '../../../ui/note.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

/** Few enough to make new ones. */
const FEW_CODES = 3

/** The own access of the person who is signed in: role, password, recovery codes and sessions. */
export function MyAccessPanel() {
  const { data, error, retry } = useRead(OWN_ACCESS_PATH, SHARED_WITH_OTHERS)
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <RoomHead title="My access" />
      <Async
        data={data}
        error={error}
        errorMessage="Your access could not be loaded just now."
        onRetry={retry}
        loading={<TableSkeleton text="Loading..." />}
      >
        {(own) => (
          <>
            <section className="sheet grid gap-3 p-5">
              <h2 className="text-xl wrap-anywhere">{own.name}</h2>
              {own.email !== null && (
                <p className="-mt-2 text-sm wrap-anywhere text-soft">
                  <EmailAddress>{own.email}</EmailAddress>
                </p>
              )}
              <p>
                <strong>{ROLE_LABELS[own.role].name}.</strong> {ROLE_LABELS[own.role].description}
              </p>
              {own.email === null ? (
                <p className="text-sm text-soft">
                  You came by the gate’s password. It is set where the shop is installed; invite yourself to have a
                  password and codes of your own.
                </p>
              ) : (
                <OwnSecrets own={own} email={own.email} onChanged={retry} />
              )}
            </section>
            {own.email !== null && own.passkeys !== null && (
              <OwnPasskeys email={own.email} passkeys={own.passkeys} onChanged={retry} />
            )}
            <OwnSessions sessions={own.sessions} onChanged={retry} />
          </>
        )}
      </Async>
    </div>
  )
}

function OwnSecrets({
  own: { recoveryCodesLeft },
  email,
  onChanged,
}: {
  readonly own: OwnAccess
  readonly email: string
  readonly onChanged: () => Promise<void>
}) {
  const [open, setOpen] = useState<'password' | 'codes' | null>(null)
  const close = () => setOpen(null)
  const left = recoveryCodesLeft ?? 0
  const words = `${formatCount(left, 'recovery code')} left.`
  return (
    <>
      {left <= FEW_CODES ? (
        <Note size="small">
          <strong>{words}</strong> Make new ones before you need them.
        </Note>
      ) : (
        <p className="text-sm text-soft">{words}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={() => setOpen('password')}>
          Change Password
        </Button>
        <Button variant="quiet" size="small" onClick={() => setOpen('codes')}>
          New recovery codes
        </Button>
      </div>
      {open === 'password' && <OwnPasswordDialog email={email} onClose={close} onChanged={onChanged} />}
      {open === 'codes' && <NewCodesDialog onClose={close} onChanged={onChanged} />}
    </>
  )
}
