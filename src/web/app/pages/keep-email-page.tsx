import { useState } from 'react'
import { SCREENS } from '#contracts/screens'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { ClosedLink } from '../../features/session/closed-link.tsx'
import { api } from '../../lib/api-client.ts'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { refreshSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'
import { linkProblem, useLinkToken } from '../../lib/use-link-token.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

type State = 'asked' | 'kept' | 'refused'

/**
 * Where the link in the mail to a former address leads: a press of the button takes the new one back. Works signed in or
 * not.
 */
export default function KeepEmailPage() {
  const { token, forget } = useLinkToken('keep-email')
  const [state, setState] = useState<State>('asked')

  const {
    run: keep,
    isBusy,
    problem,
  } = useAction(
    async () => {
      await api('/api/email-change/undo', { method: 'POST', body: { token } })
      forget()
      setState('kept')
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
      <Head
        title={SCREENS['keep-email'].title}
        description="Take a change of your account’s email address back."
        noindex
      />
      <AccountFrame
        title="Keep Your Email Address"
        lead="Somebody asked for another email address for your account. If it was not you, take it back here."
      >
        <div className="grid gap-4" role="status">
          {state === 'kept' ? (
            <>
              <Note tone="success" size="large">
                <strong>Your email address stays.</strong> Everybody was signed out of your account.
              </Note>
              <p>
                Whoever asked for the change knew your password or had your device. Please choose a new password now: we
                email you a code for it.
              </p>
              <ButtonLink to={paths.loginCode()} state={{ returnTo: paths.account() }} size="large">
                Choose a new password
              </ButtonLink>
            </>
          ) : token === null || state === 'refused' ? (
            <>
              <ClosedLink isRefused={state === 'refused'}>
                Links to keep an email address work once, for 7 days: one that was used has done its work. If you cannot
                get into your account, tell us.
              </ClosedLink>
              <ButtonLink to={paths.contact()}>Contact Us</ButtonLink>
            </>
          ) : (
            <>
              <p>
                Press the button to keep the address that this link was sent to. The new one no longer counts, and
                everybody is signed out of your account, you too.
              </p>
              {problem !== null && <Note tone="error">{problem}</Note>}
              <Button size="large" aria-disabled={isBusy} onClick={() => keep()}>
                {isBusy ? 'Keeping...' : 'Keep this address'}
              </Button>
            </>
          )}
        </div>
      </AccountFrame>
    </>
  )
}
