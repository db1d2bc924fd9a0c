import { SCREENS } from '#contracts/screens'
import { ManageAlert } from '../../features/alerts/manage-alert.tsx'
import { AccountFrame } from '../../features/session/account-frame.tsx'
import { Head } from '../../lib/head.tsx'

/** Where the links of mails about a product lead. Opening one changes nothing: programs that look through mails do it too. */
export default function ProductAlertPage() {
  return (
    <>
      <Head
        title={SCREENS['product-alert'].title}
        description="Confirm or end an email about a product that you asked for."
        noindex
      />
      <AccountFrame title="Your Product Alert" lead="One email about one product, when you asked for it.">
        <div className="grid gap-4">
          <ManageAlert />
        </div>
      </AccountFrame>
    </>
  )
}
