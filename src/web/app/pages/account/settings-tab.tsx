import type { User } from '#contracts/identity'
import { AlertList } from '../../../features/account/alert-list.tsx'
import { SessionList } from '../../../features/account/session-list.tsx'
import { SettingsPanel } from '../../../features/account/settings-panel.tsx'

/** What a customer decides about the account (specification 2, section 2). */
export function SettingsTab({ user }: { readonly user: User }) {
  return (
    <div className="grid gap-6">
      <SettingsPanel email={user.email} />
      <AlertList userId={user.id} />
      <SessionList userId={user.id} />
    </div>
  )
}
