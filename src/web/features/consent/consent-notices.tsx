import { lazyPart } from '../../lib/lazy-part.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { WindowFoot } from '../../ui/window-foot.tsx'
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
      <WindowFoot>{isBannerShown && <ConsentBanner />}</WindowFoot>
      {isDialogOpen && <ConsentDialog onClose={closeDialog} />}
    </>
  )
}
