import { useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { useConsent } from '../../features/consent/consent-provider.tsx'
import { ConfirmRequest } from '../../features/forms/confirm-request.tsx'
import { DataRequestForm } from '../../features/forms/data-request-form.tsx'
import { REQUEST_TYPES } from '../../features/forms/data-request-types.ts'
import type { AcceptedRequest } from '../../features/forms/send-data-request.ts'
import { Reference, SentNote } from '../../features/forms/form-frame.tsx'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

/** How many of the request types are also explained as cards (specification 2, section 2). */
const CARDS = REQUEST_TYPES.slice(0, 6)

/**
 * The data privacy request: form, confirmation, and what the link of the mail leads to (specification 2, sections 2 and
 * 4).
 */
export default function DataRequestPage() {
  const [accepted, setAccepted] = useState<AcceptedRequest | null>(null)
  const [isOpenedByLink, setOpenedByLink] = useState(false)
  const { choice, optOutOfSale } = useConsent()
  const onOpened = useCallback(() => setOpenedByLink(true), [])
  return (
    <>
      <Head
        title="Data Privacy Request"
        description="See, correct, take along or delete what Superprinter knows about you, or opt out of sale, sharing and marketing. Answered within 45 days."
        canonical={paths.dataRequest()}
        noindex={isOpenedByLink}
      />
      <PageTitle
        title="Data Privacy Request"
        lead={
          <>
            Your data is yours. Requests are answered within 45 days, 90 if they are complex. How we handle data in
            general is in the{' '}
            <Link to={paths.privacy()} className="text-link">
              Privacy Policy
            </Link>
            .
          </>
        }
      />
      <div className="wrap grid gap-8 pt-9 sm:pt-12">
        <ConfirmRequest
          onOpened={onOpened}
          onConfirmed={(requestType) => {
            // An opt-out takes effect in this browser at once.
            if ((requestType === 'opt-out-sale' || requestType === 'opt-out-marketing') && choice.marketing)
              optOutOfSale()
          }}
        />
        {accepted === null ? (
          <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <section aria-labelledby="request" className="min-w-0 sheet p-5 sm:p-8">
              <h2 id="request" className="mb-6 text-2xl sm:text-3xl">
                Your request
              </h2>
              <DataRequestForm onSent={setAccepted} />
            </section>
            <section aria-labelledby="rights">
              <h2 id="rights" className="text-2xl">
                What you can ask for
              </h2>
              <ul className="mt-4 border-t-2 border-ink">
                {CARDS.map(({ value, label, description }) => (
                  <li key={value} className="border-b border-line py-3.5">
                    <h3 className="text-lg">{label}</h3>
                    <p className="mt-0.5 text-soft">{description}</p>
                  </li>
                ))}
              </ul>
              <p className="mt-5 text-sm text-soft">
                Rather write?{' '}
                <a href={SHOP_CONTACT.emailLink} className="text-link [overflow-wrap:anywhere]">
                  {SHOP_CONTACT.email}
                </a>
              </p>
            </section>
          </div>
        ) : (
          <div className="max-w-3xl">
            <SentNote
              title="Request Submitted"
              actions={
                <>
                  <ButtonLink to={paths.home()} variant="quiet">
                    Back to Home
                  </ButtonLink>
                  <Button variant="ghost" onClick={() => setAccepted(null)}>
                    Make another request
                  </Button>
                </>
              }
            >
              <p>
                Your reference number is <Reference>{accepted.reference}</Reference>.
              </p>
              <p>
                We have sent you an email with a link: open it to confirm that the request is yours. It is processed
                within 45 days, by {formatShopDay(accepted.dueAt)}, and we contact you via your preferred method.
              </p>
            </SentNote>
          </div>
        )}
      </div>
    </>
  )
}
