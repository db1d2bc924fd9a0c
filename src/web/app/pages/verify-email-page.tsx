import { useState } from 'react'
import { SCREENS } from '#contracts/screens'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { refreshSession } from '../../lib/session.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { Head } from '../../lib/head.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Note } from '../../ui/note.tsx'
import { paths } from '../../lib/paths.ts'

type State = 'asked' | 'confirmed' | 'refused'

/**
 * Where the link of the welcome mail leads. The address is confirmed by a press of the button: programs that look
 * through mails open every link. Works signed in or not.
 */
export default function VerifyEmailPage() {
  const { token, forget } = useLinkToken('verify-email')
  const [state, setState] = useState<State>('asked')

  const {
    run: confirm,
    isBusy,
    problem,
  } = useAction(
    async () => {
      await api('/api/verify-email', { method: 'POST', body: { token } })
      forget()
      setState('confirmed')
      toast({ title: 'Email confirmed', description: 'Thank you. Your email address has been confirmed.' })
      await refreshSession()
    },
    (error) => {
      if (error instanceof ApiError && error.status === 409) return error.body?.message ?? null
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 400))
        return 'We could not reach the shop. Your link still works; please try again.'
      setState('refused')
      return null
    },
  )

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
              {problem !== null && <Note tone="error">{problem}</Note>}
              <Button size="large" disabled={isBusy} onClick={() => confirm()}>
                {isBusy ? 'Confirming...' : 'Confirm my address'}
              </Button>
            </>
          )}
        </div>
      </AccountFrame>
    </>
  )
}
