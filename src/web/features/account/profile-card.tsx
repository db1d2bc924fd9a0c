import { useState } from 'react'
import type { User } from '#contracts/identity'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Definition } from '../../ui/definition.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { PendingEmail } from './pending-email.tsx'
import { DEFAULT_PHONE } from './account-summary.ts'

const EditProfileDialog = lazyDialog(() =>
  import('./edit-profile-dialog.tsx').then((module) => module.EditProfileDialog),
)

interface ProfileCardProps {
  readonly user: User
  readonly onSaved: () => Promise<void>
}

/** Full name, email address and phone number, and the way to change them (specification 2, section 2). */
export function ProfileCard({ user, onSaved }: ProfileCardProps) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <section aria-labelledby="profile-title" className="sheet p-5 sm:p-7">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="profile-title" className="text-2xl">
          Profile Information
        </h2>
        <Button variant="quiet" size="small" onClick={() => setIsEditing(true)}>
          Edit Profile
        </Button>
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[2fr_3fr_2fr]">
        <Definition name="Full Name">{`${user.firstName} ${user.lastName}`.trim()}</Definition>
        <Definition name="Email">
          {user.email}
          {user.pendingEmail ? (
            <PendingEmail email={user.pendingEmail} onChanged={onSaved} />
          ) : (
            !user.isEmailVerified && <ConfirmEmail email={user.email} onKnown={onSaved} />
          )}
        </Definition>
        <Definition name="Phone">{user.phone || DEFAULT_PHONE}</Definition>
      </dl>
      {isEditing && <EditProfileDialog user={user} onClose={() => setIsEditing(false)} onSaved={onSaved} />}
    </section>
  )
}
