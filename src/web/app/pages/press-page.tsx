import { ComingSoon } from '../../features/company/coming-soon.tsx'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const POINTS = [
  { title: 'Press releases', description: 'What is new in the shop, with date and a name to call.' },
  { title: 'Pictures', description: 'Our drawings and logo in vector form, free for reports about us.' },
  {
    title: 'Figures',
    description: 'What people print at home and at work, from our own orders, without anybody’s name.',
  },
] as const

/** The press room opens later; the contact is here today (specification 2, section 2). */
export default function PressPage() {
  const { phone, phoneLink, email, emailLink, hours, street, city, state, zipCode } = SHOP_CONTACT
  return (
    <>
      <Head
        title="Press"
        description="Press contact of Superprinter, an independent authorized dealer of printers with headquarters in Stafford, Texas."
        canonical={paths.press()}
      />
      <PageTitle
        title="Press"
        lead="Writing about printers, paper or small dealers? We answer reporters the same day."
      />
      <ComingSoon title="The press room" points={POINTS}>
        <h3 className="text-lg">Press contact</h3>
        <address className="mt-2 grid gap-3 not-italic">
          <a href={emailLink} className="text-link tap-room justify-self-start [overflow-wrap:anywhere]">
            {email}
          </a>
          <span>
            <a href={phoneLink} className="text-link tap-room inline-block">
              {phone}
            </a>
            , <span className="inline-block">{hours}</span>
          </span>
          <span className="text-soft">
            Superprinter, {street}, {city}, {state} {zipCode}
          </span>
        </address>
        <ButtonLink to={paths.contact({ inquiryType: 'general', subject: 'Press inquiry' })} className="mt-6">
          Write to the press desk
        </ButtonLink>
      </ComingSoon>
    </>
  )
}
