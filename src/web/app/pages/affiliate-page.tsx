import { ComingSoon } from '../../features/company/coming-soon.tsx'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const POINTS = [
  { title: 'A share of every sale', description: 'For orders that begin with your link, paid each month.' },
  {
    title: 'Links without tracking scripts',
    description: 'A plain address with your mark in it. Readers who refuse cookies still count.',
  },
  {
    title: 'Facts to write with',
    description: 'Figures, drawings and loan devices for honest reviews, whatever they say in the end.',
  },
] as const

/** The affiliate program opens later; early access is by request (specification 2, section 2). */
export default function AffiliatePage() {
  return (
    <>
      <Head
        title="Affiliate Program"
        description="The Superprinter affiliate program for people who write and talk about printing: ask for early access."
        canonical={paths.affiliate()}
      />
      <PageTitle
        title="Affiliate Program"
        lead="For people who write about printing, and whose readers believe them."
      />
      <ComingSoon title="Earn with what you recommend" points={POINTS}>
        <p className="mb-6 max-w-[46ch] text-soft">The first fifty start earlier. Tell us where you publish.</p>
        <ButtonLink to={paths.contact({ inquiryType: 'business', subject: 'Affiliate program early access' })}>
          Get Early Access
        </ButtonLink>
      </ComingSoon>
    </>
  )
}
