import { api, ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

interface ConfirmEmailProps {
  readonly email: string
  /** Called when the address turns out to be confirmed. */
  readonly onKnown: () => Promise<void>
}

/** Says that an address is not confirmed yet, and has another link sent: the first works for 24 hours. */
export function ConfirmEmail({ email, onKnown }: ConfirmEmailProps) {
  const { run, isBusy } = useAction(
    async () => {
      await api('/api/user/verify-email', { method: 'POST' })
      toast({ title: 'Confirmation Sent', description: `We have sent a new link to ${email}. It works for 24 hours.` })
    },
    async (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toast({ title: 'Email confirmed', description: 'Your email address has been confirmed already.' })
        await soon(onKnown())
      } else {
        const description = errorMessage(error, 'Failed to send the confirmation.')
        toast({ title: 'Sending Failed', description, variant: 'destructive' })
      }
      return null
    },
  )

  return (
    <span className="mt-1 grid justify-items-start gap-1.5 font-normal">
      <span className="text-sm text-soft">Not confirmed yet.</span>
      <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? 'Sending...' : 'Send confirmation link'}
      </Button>
    </span>
  )
}
