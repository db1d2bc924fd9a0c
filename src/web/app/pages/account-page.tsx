import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { SCREENS } from '#contracts/screens'
import { AccessDenied } from '../../features/account/access-denied.tsx'
import { CustomerGate } from '../../features/session/customer-gate.tsx'
import { Head } from '../../lib/head.tsx'
import { useLateNavigate } from '../../lib/late-navigation.ts'
import { refreshSession, signOut } from '../../lib/session.ts'
import { paths } from '../../lib/paths.ts'
import { Account } from './account/account.tsx'

/** Long enough to read why the page changes. */
const SIGN_IN_AFTER_MS = 1500

/** The customer's account. A visitor who is not signed in is redirected to the sign-in page (specification 2, section 2). */
export default function AccountPage() {
  return (
    <>
      <Head title={SCREENS.account.title} description="Your orders, your profile and your settings." noindex />
      <CustomerGate loading={<Loading />} denied={<Denied />}>
        {(user) => (
          <div className="wrap py-8 sm:py-12">
            <Account key={user.id} user={user} onProfileSaved={refreshSession} onSignOut={() => void signOut()} />
          </div>
        )}
      </CustomerGate>
    </>
  )
}

function Loading() {
  return (
    <div className="wrap grid min-h-[60vh] place-items-center py-12">
      <h1 className="sr-only">My Account</h1>
      <p role="status" className="text-lg text-soft noscript:hidden">
        Loading...
      </p>
    </div>
  )
}

function Denied() {
  const navigate = useLateNavigate()
  // With its query: links of mails name an order, and those of password managers a tab.
  const returnTo = `${paths.account()}${useLocation().search}`
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.login(), { replace: true, state: { returnTo } }), SIGN_IN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate, returnTo])
  return (
    <div className="wrap py-10 sm:py-16">
      <AccessDenied returnTo={returnTo} />
    </div>
  )
}
