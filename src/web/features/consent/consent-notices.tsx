import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useConsent } from './consent-provider.tsx'

const ConsentBanner = lazyPart(() => import('./consent-banner.tsx').then((module) => module.ConsentBanner))
const ConsentDialog = lazyDialog(() => import('./consent-dialog.tsx').then((module) => module.ConsentDialog))

/**
 * The banner while there is no choice, and the preferences when they are asked for; each one's script comes with it.
 * Each loads separately: the banner and its focus must stay while the preferences load.
 */
export function ConsentNotices() {
  const { isBannerShown, isDialogOpen, closeDialog } = useConsent()
  return (
    <>
      {isBannerShown && <ConsentBanner />}
      <BannerRoom isShown={isBannerShown} />
      {isDialogOpen && <ConsentDialog onClose={closeDialog} />}
    </>
  )
}

/**
 * Lets the end of the page be scrolled above the banner. It stays until the next page, so that what one reads there does
 * not move when the banner goes.
 */
function BannerRoom({ isShown }: { readonly isShown: boolean }) {
  const { pathname } = useLocation()
  const [keptFor, setKeptFor] = useState<string | null>(null)
  if (isShown && keptFor !== pathname) setKeptFor(pathname)
  return keptFor === pathname && <div data-banner-room="" data-print="hide" className="h-(--banner)" />
}
