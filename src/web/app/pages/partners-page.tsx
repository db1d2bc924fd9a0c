import { Link } from 'react-router-dom'
import { ComingSoon } from '../../features/company/coming-soon.tsx'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const POINTS = [
  {
    title: 'For IT service firms',
    description: 'Dealer prices, delivery to your customer in your name, and our technicians behind you.',
  },
  {
    title: 'For schools and libraries',
    description: 'Fleets that are alike, one maintenance plan, one invoice a month.',
  },
  { title: 'For manufacturers', description: 'A dealer who tests, explains and repairs what you build.' },
] as const

/** The partner program opens later; the waiting list is open (specification 2, section 2). */
export default function PartnersPage() {
  return (
    <>
      <Head
        title="Partners"
        description="The Superprinter partner program for IT service firms, schools, libraries and manufacturers: join the waiting list."
        canonical={paths.partners()}
      />
      <PageTitle title="Partners" lead="Together with people who install, teach, repair and build." />
      <ComingSoon title="The partner program" points={POINTS}>
        <p className="mb-6 max-w-[46ch] text-soft">Tell us who you are and we write to you before the doors open.</p>
        <ButtonLink to={paths.contact({ inquiryType: 'business', subject: 'Partner program waiting list' })}>
          Join the Waiting List
        </ButtonLink>
        <p className="mt-6 text-soft">
          You write or film? There is an{' '}
          <Link to={paths.affiliate()} className="text-link">
            affiliate program
          </Link>{' '}
          too.
        </p>
      </ComingSoon>
    </>
  )
}
