import { useAtomValue } from 'jotai'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ConsentNotices } from '../../features/consent/consent-notices.tsx'
import { useConsent } from '../../features/consent/consent-provider.tsx'
import { SearchForm } from '../../features/search/search-form.tsx'
import { Footer } from '../../features/shell/footer.tsx'
import { Header } from '../../features/shell/header.tsx'
import { ariaCurrent, NAV_LINKS } from '../../features/shell/nav-links.ts'
import { RenderedOnce } from '../../lib/server-markup.tsx'
import { signingOut, signOut, useSession, useSessionWatch } from '../../lib/session.ts'
import { toast, Toaster } from '../../ui/toast.tsx'
import { Tooltips } from '../../ui/tooltip.tsx'
import { KeptLinks } from './kept-links.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { ScrollRestoration } from './scroll-restoration.tsx'
import { PageInPlace } from './page-in-place.tsx'
import { SkipLink } from './skip-link.tsx'
import { useCustomersOptOut } from './use-customers-opt-out.ts'
import { useAccountSync } from './use-account-sync.ts'
import { usePrefetch } from './use-prefetch.ts'

/** One element for all times, so that it renders no header again. */
const KEPT_LINKS = <KeptLinks />

/** What surrounds every page: the header's, footer's and notices' features meet here. */
export function ShopLayout() {
  const { user, isLoading } = useSession()
  useSessionWatch()
  const consent = useConsent()
  usePrefetch()
  useAccountSync(user?.id ?? null)
  useCustomersOptOut((user?.optOuts ?? []).length > 0)

  // The same objects as long as they say the same: header and footer are rendered again only when something changes in them.
  const name = user === null ? null : user.firstName || user.email || 'Account'
  const isSigningOut = useAtomValue(signingOut)
  const visitor = useMemo(
    () => ({ isLoading, name, onSignOut: () => void signOut(), isSigningOut }),
    [isLoading, name, isSigningOut],
  )
  const search = useMemo(() => <SearchForm onSearch={consent.trackSearch} />, [consent.trackSearch])
  const saveOptOut = consent.optOutOfSale
  const optOutOfSale = useCallback(() => {
    saveOptOut()
    toast({ title: 'Opt-out saved', description: 'Your personal information is not sold or shared from this browser.' })
  }, [saveOptOut])

  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <LoadingBar />
      <HeaderOfScreen>
        <Header visitor={visitor} search={search} kept={KEPT_LINKS} />
      </HeaderOfScreen>
      <OfflineNotice />
      <main id="content" tabIndex={-1} className="flex-1">
        <PageInPlace />
      </main>
      <RenderedOnce name="footer">
        <Footer onCookiePreferences={consent.openDialog} onOptOutOfSale={optOutOfSale} />
      </RenderedOnce>
      <ConsentNotices />
      <Toaster />
      <Tooltips />
      <ScrollRestoration />
    </div>
  )
}

/**
 * The header differs by the link that is highlighted, and by what was searched for, which few search for twice. Apart
 * from the layout: another address must not render the footer again.
 */
function HeaderOfScreen({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  const links = NAV_LINKS.map(({ to }) => ariaCurrent(pathname, to) ?? 'no').join(' ')
  return (
    <RenderedOnce name={new URLSearchParams(search).has('search') ? null : `header ${links}`}>{children}</RenderedOnce>
  )
}
