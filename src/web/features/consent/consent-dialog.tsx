import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useConsent } from './consent-provider.tsx'

/** What is collected, purpose by purpose; essential cookies cannot be turned off (specification 1, section 2). */
export function ConsentDialog() {
  const { choice, isDialogOpen, isSignalHonored, save, acceptAll, rejectAll, reset, closeDialog } = useConsent()
  const [analytics, setAnalytics] = useState(choice.analytics)
  const [marketing, setMarketing] = useState(choice.marketing)
  return (
    <Dialog
      open={isDialogOpen}
      onClose={closeDialog}
      title="Cookie Preferences"
      description="Choose what this browser may remember and share. You can change it at any time from the foot of every page."
    >
      {isSignalHonored && (
        <p role="status" className="mb-3 rounded border border-line bg-ok-wash px-3.5 py-2.5 text-ok">
          <strong>Opt-out request honored</strong>
          <span className="block text-sm">
            Your browser sends a Global Privacy Control signal, so analytics and marketing were turned off.
          </span>
        </p>
      )}
      <div className="divide-y divide-line border-y border-line">
        <Switch label="Essential" hint="Cart, sign-in and this choice itself. Always on." checked disabled readOnly />
        <Switch
          label="Analytics"
          hint="Counts visits and searches, so that we see what works. Kept for 26 months."
          checked={analytics}
          onChange={(event) => setAnalytics(event.target.checked)}
        />
        <Switch
          label="Marketing"
          hint="Lets advertising partners recognize this browser. Off means we do not sell or share."
          checked={marketing}
          onChange={(event) => setMarketing(event.target.checked)}
        />
      </div>
      <p className="mt-3 text-sm text-soft">
        More in our{' '}
        <Link to={paths.privacy()} onClick={closeDialog} className="text-link">
          Privacy Policy
        </Link>{' '}
        and{' '}
        <Link to={paths.terms()} onClick={closeDialog} className="text-link">
          Terms of Service
        </Link>
        .
      </p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        <Button variant="quiet" onClick={rejectAll}>
          Reject All
        </Button>
        <Button variant="quiet" onClick={acceptAll}>
          Accept All
        </Button>
        <Button onClick={() => save({ analytics, marketing })} className="sm:col-span-2">
          Save Preferences
        </Button>
        <Button variant="ghost" size="small" onClick={reset} className="sm:col-span-2">
          Reset my choice
        </Button>
      </div>
    </Dialog>
  )
}
