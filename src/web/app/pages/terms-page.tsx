import { termsTextOf } from '../../features/policies/terms-text.tsx'
import { useExpressWords } from '../../lib/express-shipping.ts'
import { Head } from '../../lib/head.tsx'
import { LastUpdated, OutlinedText } from '../../ui/outlined-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

/** The terms of service (specification 2, section 2). */
export default function TermsPage() {
  return (
    <>
      <Head
        title="Terms of Service"
        description="The agreement between you and Superprinter: accounts, orders and payments, shipping, warranties and returns, liability, and governing law."
        canonical={paths.terms()}
      />
      <PageTitle title="Terms of Service" lead={<LastUpdated on="September 23, 2025" />} />
      <div className="wrap py-10 sm:py-12">
        <OutlinedText sections={termsTextOf(useExpressWords())} isNumbered />
      </div>
    </>
  )
}
