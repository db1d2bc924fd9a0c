import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { buttonClass, ButtonLink } from '../../ui/button.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'

interface StillNeedHelpProps {
  readonly description: ReactNode
  /** When somebody is on the phone; differs between pages. */
  readonly hours?: string
}

/** At the end of a help page: the three ways to a person. Chat begins with a message. */
export function StillNeedHelp({ description, hours = SHOP_CONTACT.hours }: StillNeedHelpProps) {
  return (
    <section aria-labelledby="still-need-help" data-print="hide" className="wrap mt-16 sm:mt-20">
      <div className="crop-marks grid items-center gap-x-12 gap-y-7 rounded bg-ink px-6 py-12 text-paper [--soft:var(--edge)] sm:px-12 lg:grid-cols-[1fr_auto]">
        <div>
          <h2 id="still-need-help" className="text-closing">
            Still Need Help?
          </h2>
          <p className="mt-3 max-w-[54ch] opacity-85">
            {description} The phone is answered <WholeWords>{`${hours}.`}</WholeWords>
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <ButtonLink to={paths.contact({ inquiryType: 'support', subject: 'Live chat' })} variant="inverse">
            <MessageCircle aria-hidden="true" className="size-4" />
            Live Chat
          </ButtonLink>
          <a href={SHOP_CONTACT.phoneLink} className={buttonClass({ variant: 'inverse' })}>
            <Phone aria-hidden="true" className="size-4" />
            Call Support
          </a>
          <a href={SHOP_CONTACT.emailLink} className={buttonClass({ variant: 'inverse' })}>
            <Mail aria-hidden="true" className="size-4" />
            Email Us
          </a>
        </div>
      </div>
    </section>
  )
}
