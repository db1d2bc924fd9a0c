import { ButtonLink } from '../../../ui/button.tsx'
import { paths } from '../../../lib/paths.ts'

/** The way for offices; leads to the contact form with its topic filled in. */
export function RequestQuote() {
  return (
    <section aria-labelledby="request-quote" className="pb-14 sm:pb-20">
      <div className="wrap">
        <div className="crop-marks grid items-center gap-x-12 gap-y-7 rounded bg-ink px-6 py-12 text-paper [--soft:var(--edge)] sm:px-12 md:grid-cols-[1fr_auto]">
          <div>
            <h2 id="request-quote" className="text-closing">
              Ten printers, or a whole shop counter?
            </h2>
            <p className="mt-3 max-w-[56ch] opacity-80">
              Tell us what you print, how much and where. You get a written quote with devices, supplies and delivery,
              usually within one business day.
            </p>
          </div>
          <ButtonLink
            to={paths.contact({ inquiryType: 'sales', subject: 'Request for a quote' })}
            variant="inverse"
            size="large"
          >
            Request Quote
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
