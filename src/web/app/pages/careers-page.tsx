import { HeartPulse, Hourglass, Wrench } from 'lucide-react'
import { OPENINGS } from '../../features/company/company-content.ts'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const BENEFITS = [
  {
    icon: HeartPulse,
    title: 'Health and retirement',
    description: 'Medical, dental and vision from the first day, and a 401(k) that we match up to 4 percent.',
  },
  {
    icon: Hourglass,
    title: 'Time that is yours',
    description: '20 days of vacation, schedules four weeks ahead, and nobody answers the phone after hours.',
  },
  {
    icon: Wrench,
    title: 'Room to learn',
    description: 'Manufacturers’ certifications on our time and at our cost, and a bench to take things apart.',
  },
] as const

/** Benefits and openings; applying begins with a message (specification 2, section 2). */
export default function CareersPage() {
  return (
    <>
      <Head
        title="Careers"
        description="Work at Superprinter: openings in technical support, sales, installation and business development in Texas and Oklahoma."
        canonical={paths.careers()}
      />
      <PageTitle
        title={
          <>
            Good with paper? Good with <em className="marked not-italic">people?</em>
          </>
        }
        kicker="Careers"
        lead="We are 38 people who keep other people printing. There is room for a few more."
        ground="halftone"
      />
      <section aria-labelledby="openings" className="wrap py-12 sm:py-16">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="openings" className="text-section">
            Open positions
          </h2>
          <p className="text-soft">{formatCount(OPENINGS.length, 'opening')}</p>
        </div>
        <ul className="border-t-2 border-ink">
          {OPENINGS.map(({ title, location, type, department, description }) => (
            <li
              key={title}
              className="grid items-center gap-x-8 gap-y-4 border-b border-line py-6 md:grid-cols-[1fr_auto]"
            >
              <div>
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm text-soft">
                  <span>{location}</span>
                  <span>{type}</span>
                  <span>{department}</span>
                </p>
                <p className="mt-2 max-w-[60ch]">{description}</p>
              </div>
              <ButtonLink
                to={paths.contact({ inquiryType: 'general', subject: `Application: ${title}` })}
                className="max-md:justify-self-start"
                aria-label={`Apply Now: ${title}`}
              >
                Apply Now
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="benefits" className="border-y border-line bg-sheet">
        <div className="wrap py-12 sm:py-16">
          <h2 id="benefits" className="mb-7 text-section">
            What you get
          </h2>
          <ul className="grid gap-8 md:grid-cols-3">
            {BENEFITS.map(({ icon: Icon, title, description }) => (
              <li key={title}>
                <Icon aria-hidden="true" className="size-7 text-cyan" strokeWidth={1.5} />
                <h3 className="mt-4 text-xl">{title}</h3>
                <p className="mt-1.5 text-soft">{description}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="general" className="wrap pt-12 sm:pt-16">
        <div className="grid items-center gap-x-12 gap-y-6 md:grid-cols-[1fr_auto]">
          <div>
            <h2 id="general" className="text-part">
              Nothing that fits?
            </h2>
            <p className="mt-2 max-w-[58ch] text-soft">
              Tell us what you can do and where you live. We keep good letters, with your permission, and read them
              again when a place opens.
            </p>
          </div>
          <ButtonLink
            to={paths.contact({ inquiryType: 'general', subject: 'General application' })}
            variant="quiet"
            size="large"
          >
            Submit General Application
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
