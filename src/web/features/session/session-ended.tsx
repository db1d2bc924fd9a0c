import { useState } from 'react'
import { signedIn } from '../../lib/session.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Cover } from '../../ui/cover.tsx'
import { KeptTyping } from '../../ui/kept-typing.tsx'
import { AccountFrame } from './account-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

const CodeSignIn = lazyPart(() => import('./code-sign-in.tsx').then((module) => module.CodeSignIn))

/** Sign-in over what was open when the session ended. */
export function SessionEnded() {
  const [isForgotten, setIsForgotten] = useState(false)
  return (
    <Cover title="Sign In">
      {isForgotten ? (
        <CodeSignIn
          onDone={async (token) => {
            if (token !== null) await signedIn(token)
          }}
          back={
            <button type="button" onClick={() => setIsForgotten(false)} className="text-link font-semibold">
              Sign in with your password
            </button>
          }
        />
      ) : (
        <AccountFrame title="Sign In" lead="Your session has ended. Sign in again to go on where you were.">
          <SignInForm onSignedIn={signedIn} linkState={null} onForgotten={() => setIsForgotten(true)} />
          <KeptTyping />
        </AccountFrame>
      )}
    </Cover>
  )
}
