import { useState, type ReactNode } from 'react'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'

const CustomerPasswordDialog = lazyDialog(() =>
  import('./customer-password-dialog.tsx').then((module) => module.CustomerPasswordDialog),
)

/** Password, support and privacy (specification 2, section 2). */
export function SettingsPanel({ email }: { readonly email: string }) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <section aria-labelledby="settings-title" className="sheet p-5 sm:p-7">
      <h2 id="settings-title" className="text-2xl">
        Account Settings
      </h2>
      <ul className="mt-3">
        <Setting title="Password" description="Changing it signs out every other browser.">
          <Button variant="quiet" onClick={() => setIsChanging(true)}>
            Change Password
          </Button>
        </Setting>
        <Setting title="Help" description="Questions about an order, a product or your account.">
          <ButtonLink to={paths.contact()} variant="quiet">
            Contact Support
          </ButtonLink>
        </Setting>
        <Setting title="Your data" description="See, correct or delete what we keep about you.">
          <ButtonLink to={paths.dataRequest()} variant="quiet">
            Data Request
          </ButtonLink>
        </Setting>
      </ul>
      {isChanging && <CustomerPasswordDialog email={email} onClose={() => setIsChanging(false)} />}
    </section>
  )
}

function Setting({
  title,
  description,
  children,
}: {
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-line py-5 last:border-b-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <h3 className="text-lg">{title}</h3>
        <p className="text-soft">{description}</p>
      </div>
      <div className="grid w-full sm:w-52">{children}</div>
    </li>
  )
}
