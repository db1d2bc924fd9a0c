import { lazy, Suspense } from 'react'
import { useConsent } from './consent-provider.tsx'

const ConsentBanner = lazy(() => import('./consent-banner.tsx').then((module) => ({ default: module.ConsentBanner })))
const ConsentDialog = lazy(() => import('./consent-dialog.tsx').then((module) => ({ default: module.ConsentDialog })))

/**
 * The banner while there is no choice, and the preferences when they are asked for; each one's script comes with it.
 * Each waits by itself: the banner must not go, and the focus with it, while the preferences are on their way.
 */
export function ConsentNotices() {
  const { isBannerShown, isDialogOpen } = useConsent()
  return (
    <>
      <Suspense fallback={null}>{isBannerShown && <ConsentBanner />}</Suspense>
      <Suspense fallback={null}>{isDialogOpen && <ConsentDialog />}</Suspense>
    </>
  )
}
