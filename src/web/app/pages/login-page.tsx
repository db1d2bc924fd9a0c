import { AccountFrame } from '../../features/session/account-frame.tsx'
import { SignInForm } from '../../features/session/sign-in-form.tsx'
import { useReturnPath } from '../../features/session/use-return-path.ts'
import { Head } from '../../lib/head.tsx'

/** Sign-in (specification 2, section 2). */
export default function LoginPage() {
  const { enter, linkState, noteWhereFrom } = useReturnPath()
  return (
    <>
      <Head title="Sign In" description="Sign in to order, follow your orders and manage your account." noindex />
      <AccountFrame title="Sign In" lead="Welcome back. Your cart is where you left it.">
        <SignInForm onSignedIn={enter} linkState={linkState} onRefused={noteWhereFrom} />
      </AccountFrame>
    </>
  )
}
