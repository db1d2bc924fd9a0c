import { useState } from 'react'
import { SCREENS } from '#contracts/screens'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { refreshSession } from '../../lib/session.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { Head } from '../../lib/head.tsx'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Note } from '../../ui/note.tsx'
import { paths } from '../../lib/paths.ts'

type State = 'asked' | 'sending' | 'confirmed' | 'refused' | 'unreachable'

/**
 * Where the link of the welcome mail leads. The address is confirmed by a press of the button: programs that look
 * through mails open every link. Works signed in or not.
 */
export default function VerifyEmailPage() {
  const { token, forget } = useLinkToken('verify-email')
  const [state, setState] = useState<State>('asked')

  async function confirm(): Promise<void> {
    setState('sending')
    try {
      await api('/api/verify-email', { method: 'POST', body: { token } })
      forget()
      setState('confirmed')
      toast({ title: 'Email confirmed', description: 'Thank you. Your email address has been confirmed.' })
      await refreshSession()
    } catch (error) {
      setState(error instanceof ApiError && (error.status === 404 || error.status === 400) ? 'refused' : 'unreachable')
    }
  }

  const isSending = state === 'sending'
  return (
    <>
      <Head title={SCREENS['verify-email'].title} description="Confirm that your email address is yours." noindex />
      <AccountFrame title="Confirm Your Email" lead="So that order news and receipts reach you and nobody else.">
        <div className="grid gap-4" role="status">
          {state === 'confirmed' ? (
            <>
              <Note tone="success" size="large">
                <strong>Thank you.</strong> Your email address has been confirmed.
              </Note>
              <ButtonLink to={paths.account()}>Go to My Account</ButtonLink>
            </>
          ) : token === null || state === 'refused' ? (
            <>
              <Note size="large">
                <strong>
                  {state === 'refused' ? 'This link is no longer valid.' : 'Please open the link in our email.'}
                </strong>{' '}
                Links to confirm an email address work once, for 24 hours, and only the newest one does. You can shop
                all the same; a new link is sent from your account, under Profile.
              </Note>
              <ButtonLink to={paths.account({ tab: 'profile' })}>Get a new link</ButtonLink>
            </>
          ) : (
            <>
              <p>Press the button to confirm that the address this link was sent to is yours.</p>
              {state === 'unreachable' && (
                <p className="font-semibold text-magenta">
                  We could not reach the shop. Your link still works; please try again.
                </p>
              )}
              <Button size="large" disabled={isSending} onClick={() => void confirm()}>
                {isSending ? 'Confirming...' : 'Confirm my address'}
              </Button>
            </>
          )}
        </div>
      </AccountFrame>
    </>
  )
}
