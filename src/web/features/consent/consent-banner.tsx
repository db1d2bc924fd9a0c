import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useConsent } from './consent-provider.tsx'

/** The question about cookies, at the foot of the window. */
export function ConsentBanner() {
  const { acceptAll, rejectAll, openDialog } = useConsent()
  return (
    <section
      aria-label="Cookie consent"
      data-consent-banner=""
      className="border-t-2 border-ink bg-sheet pb-[env(safe-area-inset-bottom)] motion-safe:animate-[paper-feed_200ms_ease-out]"
    >
      <div className="wrap flex flex-col gap-x-8 gap-y-2 py-2.5 md:flex-row md:py-4 md:items-center md:justify-between">
        <p className="max-w-[68ch] text-sm leading-snug md:text-[0.9375rem]">
          <strong className="font-semibold">Cookies, only if you like.</strong> Analytics and marketing stay off until
          you allow them. Read our{' '}
          <Link to={paths.privacy()} className="text-link">
            Privacy Policy
          </Link>{' '}
          and{' '}
          <Link to={paths.terms()} className="text-link">
            Terms
          </Link>
          .
        </p>
        <div className="grid shrink-0 grid-cols-3 gap-2 large-letters:grid-cols-2 large-letters:*:first:col-span-2">
          <Button variant="quiet" size="small" onClick={openDialog} className="max-sm:px-1 large-letters:text-xs">
            Preferences
          </Button>
          <Button size="small" onClick={rejectAll} className="max-sm:px-1 large-letters:text-xs">
            Reject All
          </Button>
          <Button size="small" onClick={acceptAll} className="max-sm:px-1 large-letters:text-xs">
            Accept All
          </Button>
        </div>
      </div>
    </section>
  )
}
