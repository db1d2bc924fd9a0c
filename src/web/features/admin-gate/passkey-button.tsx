import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { hasPasskeys, NO_PASSKEY_GIVEN, passkeyProblem, preloadPasskeys } from '../../lib/passkeys.ts'
import { useAction } from '../../lib/use-action.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { signInByPasskey } from './unlock.ts'
import { usePasskeyInField } from './use-passkey-in-field.ts'

/**
 * The way in without email, password and code, where the browser has passkeys: by a press, and where it can in the field
 * of the email.
 */
export function PasskeyButton({ onGranted }: { readonly onGranted: () => void }) {
  const isOffered = hasPasskeys()
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)
  useEffect(() => (isOffered ? whenIdle(preloadPasskeys) : undefined), [isOffered])

  const { run, isBusy, problem } = useAction(async () => {
    setFieldProblem(null)
    await signInByPasskey()
    onGranted()
  }, sentenceOf)
  usePasskeyInField({
    isPaused: isBusy || !isOffered,
    onGranted,
    onRefused: (error) => setFieldProblem(sentenceOf(error)),
  })

  if (!isOffered) return null
  const shown = fieldProblem ?? problem
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="quiet" size="large" wide aria-disabled={isBusy} onClick={() => run()}>
        <KeyRound aria-hidden="true" className="size-5" />
        {isBusy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
      {shown === NO_PASSKEY_GIVEN ? (
        <p role="status" className="text-center text-sm text-soft">
          {shown}
        </p>
      ) : (
        <Alert message={shown} />
      )}
    </div>
  )
}

function sentenceOf(error: unknown): string {
  return passkeyProblem(error) ?? errorMessage(error, 'The passkey could not be checked.')
}
