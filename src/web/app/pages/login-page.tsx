import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { SignInForm } from '../../features/session/sign-in-form.tsx'
import { useEntrance } from '../../features/session/use-entrance.ts'
import { Head } from '../../lib/head.tsx'
import { toast } from '../../ui/toast.tsx'

/** Sign-in (specification 2, section 2). */
export function LoginPage() {
  const { enter, linkState } = useEntrance()
  const [search] = useSearchParams()
  // The link of the welcome mail leads here when it is used up or too old.
  const isLinkExpired = search.get('email') === 'expired'
  useEffect(() => {
    if (isLinkExpired) toast({ title: 'This link is no longer valid', description: 'Links to confirm an email address work once and for 24 hours. You can sign in and shop all the same.' })
  }, [isLinkExpired])

  return (
    <>
      <Head title="Sign In" description="Sign in to order, follow your orders and manage your account." noindex />
      <AccountFrame title="Sign In" lead="Welcome back. Your cart is where you left it.">
        <SignInForm onSignedIn={enter} linkState={linkState} />
      </AccountFrame>
    </>
  )
}
