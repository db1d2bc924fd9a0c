import { AccountFrame } from '../../features/session/account-frame.tsx'
import { SignUpForm } from '../../features/session/sign-up-form.tsx'
import { useReturnPath } from '../../features/session/use-return-path.ts'
import { Head } from '../../lib/head.tsx'

/** Sign-up (specification 2, section 2). */
export default function SignupPage() {
  const { enter, linkState, noteWhereFrom } = useReturnPath()
  return (
    <>
      <Head title="Sign Up" description="Create an account to order and to follow your orders." noindex />
      <AccountFrame title="Create your account" lead="A minute now, faster at every checkout.">
        <SignUpForm onSignedIn={enter} onEmailKnown={noteWhereFrom} linkState={linkState} />
      </AccountFrame>
    </>
  )
}
