import { PRIVACY_TEXT } from '../../features/policies/privacy-text.tsx'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LastUpdated, OutlinedText } from '../../ui/outlined-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

/** The privacy policy (specification 2, section 2). */
export default function PrivacyPage() {
  return (
    <>
      <Head
        title="Privacy Policy"
        description="What Superprinter collects, why, how long it is kept, and how to see, correct, take along or delete it. Requests are answered within 45 days."
        canonical={paths.privacy()}
      />
      <PageTitle title="Privacy Policy" lead={<LastUpdated on="23 September 2025" />} />
      <div className="wrap py-10 sm:py-12">
        <OutlinedText
          sections={PRIVACY_TEXT}
          aside={
            <ButtonLink to={paths.dataRequest()} variant="quiet" className="justify-self-start">
              Make a privacy request
            </ButtonLink>
          }
        />
      </div>
    </>
  )
}
