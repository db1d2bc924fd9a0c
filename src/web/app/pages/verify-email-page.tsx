import { useState } from 'react'
import type { DeclinedEmail } from '#contracts/account'
import { SCREENS } from '#contracts/screens'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { ClosedLink } from '../../features/session/closed-link.tsx'
import { refreshSession } from '../../lib/session.ts'
import { api } from '../../lib/api-client.ts'
import { Head } from '../../lib/head.tsx'
import { useAction } from '../../lib/use-action.ts'
import { linkProblem, useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Note } from '../../ui/note.tsx'
import { paths } from '../../lib/paths.ts'

type State = 'asked' | 'confirmed' | 'refused' | DeclinedEmail['declined']

/**
 * Where the links lead that prove an address. It is confirmed by a press of a button: programs that look through mails
 * open every link. Another button is for people whose address somebody else used, because an account that they confirm is
 * that person's. Works signed in or not.
 */
export default function VerifyEmailPage() {
  const { token, forget } = useLinkToken('verify-email')
  const [state, setState] = useState<State>('asked')

  const { run, isBusy, doing, problem } = useAction<'confirm' | 'decline'>(
    async (answer) => {
      if (answer === 'confirm') {
        await api('/api/verify-email', { method: 'POST', body: { token } })
        forget()
        setState('confirmed')
        toast({ title: 'Email confirmed', description: 'Thank you. Your email address has been confirmed.' })
      } else {
        const { declined } = await api<DeclinedEmail>('/api/verify-email/decline', { method: 'POST', body: { token } })
        forget()
        setState(declined)
      }
      await refreshSession()
    },
    (error) =>
      linkProblem(error, () => {
        forget()
        setState('refused')
      }),
  )

  return (
    <>
      <Head title={SCREENS['verify-email'].title} description="Confirm that your email address is yours." noindex />
      <AccountFrame title="Confirm Your Email" lead="So that order news and receipts reach you and nobody else.">
        <div className="grid gap-4" role="status">
          {state !== 'asked' && state !== 'refused' ? (
            <Answered state={state} />
          ) : token === null || state === 'refused' ? (
            <>
              <ClosedLink isRefused={state === 'refused'}>
                Links to confirm an email address work once, for 24 hours, and only the newest one does: one that was
                used has done its work. You can shop all the same; a new link is sent from your account, under Profile.
              </ClosedLink>
              <ButtonLink to={paths.account({ tab: 'profile' })}>Get a new link</ButtonLink>
            </>
          ) : (
            <>
              <p>
                Please confirm your address only if you opened the account yourself, or asked for this address in it.
                Whoever did can then use it in your name.
              </p>
              {problem !== null && <Note tone="error">{problem}</Note>}
              <Button size="large" aria-disabled={isBusy} onClick={() => run('confirm')}>
                {doing === 'confirm' ? 'Confirming...' : 'Confirm my address'}
              </Button>
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => run('decline')}>
                {doing === 'decline' ? 'One moment...' : 'This was not me'}
              </Button>
            </>
          )}
        </div>
      </AccountFrame>
    </>
  )
}

/** What came of the press of a button. */
function Answered({ state }: { readonly state: Exclude<State, 'asked' | 'refused'> }) {
  switch (state) {
    case 'confirmed':
      return (
        <>
          <Note tone="success" size="large">
            <strong>Thank you.</strong> Your email address has been confirmed.
          </Note>
          <ButtonLink to={paths.account()}>Go to My Account</ButtonLink>
        </>
      )
    case 'account':
      return (
        <>
          <Note tone="success" size="large">
            <strong>Thank you for telling us.</strong> Whoever opened the account with your address is signed out, and
            their password no longer works.
          </Note>
          <p>
            You need not do anything else. If you would like to have the account, we email you a code that signs you in;
            if we are to delete it, tell us.
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={paths.loginCode()} state={{ returnTo: paths.account() }}>
              Sign in with a code
            </ButtonLink>
            <ButtonLink to={paths.contact()} variant="quiet">
              Contact Us
            </ButtonLink>
          </div>
        </>
      )
    case 'new-address':
      return (
        <>
          <Note tone="success" size="large">
            <strong>Thank you for telling us.</strong> Your address is not used for that account.
          </Note>
          <ButtonLink to={paths.home()}>Go to the shop</ButtonLink>
        </>
      )
  }
}
