import { api, ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

interface PendingEmailProps {
  /** The new address. */
  readonly email: string
  /** Called when what is known of the customer is out of date. */
  readonly onChanged: () => Promise<void>
}

/** Says that a new address waits for its proof, has its link sent again, and gives it up. */
export function PendingEmail({ email, onChanged }: PendingEmailProps) {
  const { run, isBusy, doing } = useAction<'resend' | 'cancel'>(
    async (what) => {
      await api('/api/user/email-change', { method: what === 'resend' ? 'POST' : 'DELETE' })
      if (what === 'resend') {
        const description = `We have sent a new link to ${email}. It works for 24 hours.`
        toast({ title: 'Confirmation Sent', description })
        return
      }
      await onChanged()
      toast({ title: 'Email change cancelled', description: 'Your email address stays as it is.' })
    },
    async (error, what) => {
      if (what === 'cancel')
        fail('Cancelling Failed', errorMessage(error, 'The new address still waits for its confirmation.'))
      else {
        if (error instanceof ApiError && error.status === 404) await soon(onChanged())
        fail('Sending Failed', errorMessage(error, 'Failed to send the confirmation.'))
      }
      return null
    },
  )

  return (
    <span className="mt-1 grid justify-items-start gap-1.5 font-normal">
      <span className="text-sm text-soft" role="status">
        Waiting for proof of <strong className="font-semibold text-ink">{email}</strong>: open the link in the email we
        sent there.
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => run('resend')}>
          {doing === 'resend' ? 'Sending...' : 'Send the link again'}
        </Button>
        <Button variant="ghost" size="small" aria-disabled={isBusy} onClick={() => run('cancel')}>
          {doing === 'cancel' ? 'Cancelling...' : 'Cancel the change'}
        </Button>
      </span>
    </span>
  )
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
