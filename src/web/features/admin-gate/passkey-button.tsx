import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { hasPasskeys, passkeyProblem, preloadPasskeys } from '../../lib/passkeys.ts'
import { useAction } from '../../lib/use-action.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { signInByPasskey } from './unlock.ts'

/** The way in without e-mail, password and code, where the browser has passkeys. */
export function PasskeyButton({ onGranted }: { readonly onGranted: () => void }) {
  const isOffered = hasPasskeys()
  useEffect(() => (isOffered ? whenIdle(preloadPasskeys) : undefined), [isOffered])
  const { run, isBusy, problem } = useAction(
    async () => {
      await signInByPasskey()
      toast({ title: 'Access Granted', description: 'Welcome to the admin panel.' })
      onGranted()
    },
    (error) => passkeyProblem(error) ?? errorMessage(error, 'The passkey could not be checked.'),
  )
  if (!isOffered) return null
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="quiet" size="large" wide disabled={isBusy} onClick={() => run()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {isBusy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
      <Alert message={problem} />
    </div>
  )
}
