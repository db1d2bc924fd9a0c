import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { WarrantyForm } from '../../features/forms/warranty-form.tsx'
import { WARRANTY_PLANS, WARRANTY_QUESTIONS } from '../../features/policies/warranty-questions.ts'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const COVERED = [
  'Defects in material and workmanship',
  'Mainboards, power supplies and motors',
  'Displays, keys and sensors',
  'Paper feed, duplexers and trays',
  'Scan heads and document feeders',
  'Network and wireless modules',
] as const
const EXCLUDED = [
  'Ink, toner, drums and other supplies that wear out',
  'Damage from drops, liquids, lightning or pests',
  'Supplies or parts that the manufacturer excludes',
  'Repairs by anybody who is not authorized',
  'Altered or missing serial numbers',
  'Lost data, and prints that have to be made again',
] as const

/** Plans, what is covered, the claim form, exclusions and questions (specification 2, sections 2 and 9). */
export default function WarrantyPage() {
  const { phone, phoneLink, email, emailLink, hours } = SHOP_CONTACT
  return (
    <>
      <Head
        title="Warranty"
        description="Standard 1 year, extended 3 years, business 5 years. What is covered, what is not, and a claim form that is answered within 24 hours."
        canonical={paths.warranty()}
      />
      <PageTitle
        title="Warranty"
        lead="Warranties are honoured by the original manufacturers, typically for 1-2 years. Our plans begin where that ends."
      >
        <Link
          to="#claim"
          className="inline-flex min-h-13 items-center rounded border-2 border-ink bg-ink px-6 font-semibold text-paper transition-colors hover:border-cyan hover:bg-cyan hover:text-on-cyan"
        >
          File a claim
        </Link>
      </PageTitle>

      <section aria-labelledby="plans" className="wrap py-12 sm:py-16">
        <h2 id="plans" className="mb-7 text-section">
          Three plans
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {WARRANTY_PLANS.map(({ name, years, unit, description, includes }) => (
            <li key={name} className="flex flex-col sheet p-6">
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-4 flex items-baseline gap-2">
                <span className="figures text-7xl font-extrabold">{years}</span> <span className="text-lg">{unit}</span>
              </p>
              <p className="mt-3 text-soft">{description}</p>
              <ul className="mt-5 mb-6 grid gap-2">
                {includes.map((item) => (
                  <li key={item} className="flex gap-2.5">
                    <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-cyan" strokeWidth={3} />
                    {item}
                  </li>
                ))}
              </ul>
              <ButtonLink
                to={paths.contact({ inquiryType: 'warranty', subject: `${name} warranty plan` })}
                variant="quiet"
                className="mt-auto"
              >
                Ask about {name}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>

      <div className="border-y border-line bg-sheet">
        <div className="wrap grid gap-x-16 gap-y-10 py-12 sm:py-16 md:grid-cols-2">
          <ItemList
            id="covered"
            title="What’s Covered"
            items={COVERED}
            icon={<Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-ok" strokeWidth={3} />}
          />
          <ItemList
            id="exclusions"
            title="Exclusions"
            items={EXCLUDED}
            icon={<X aria-hidden="true" className="mt-1 size-4 shrink-0 text-magenta" strokeWidth={3} />}
          />
        </div>
      </div>

      <div className="wrap grid items-start gap-x-14 gap-y-10 pt-12 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section id="claim" aria-labelledby="claim-title" className="sheet p-5 sm:p-8">
          <h2 id="claim-title" className="text-2xl sm:text-3xl">
            Warranty claim
          </h2>
          <p className="mt-2 mb-6 text-soft">
            All four fields are needed. Repairs take 5-7 business days once the device is in the workshop.
          </p>
          <WarrantyForm />
        </section>
        <aside className="grid gap-3 border-t-2 border-ink pt-5">
          <h2 className="text-xl">Rather talk about it?</h2>
          <p className="text-soft">Have the serial number at hand: it is on the label at the back.</p>
          <p>
            <a href={phoneLink} className="text-link tap-room inline-block text-lg font-semibold">
              {phone}
            </a>
            <br />
            <span className="text-soft">{hours}</span>
          </p>
          <p>
            <a href={emailLink} className="text-link tap-room inline-block [overflow-wrap:anywhere]">
              {email}
            </a>
          </p>
        </aside>
      </div>

      <section aria-labelledby="questions" className="wrap pt-14 sm:pt-18">
        <h2 id="questions" className="mb-4 text-part">
          Questions about the warranty
        </h2>
        <div className="max-w-4xl border-t-2 border-ink">
          {WARRANTY_QUESTIONS.map(({ question, answer }) => (
            <Disclosure key={question} title={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </section>
    </>
  )
}

function ItemList({
  id,
  title,
  items,
  icon,
}: {
  readonly id: string
  readonly title: string
  readonly items: readonly string[]
  readonly icon: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-2xl sm:text-3xl">
        {title}
      </h2>
      <ul className="border-t-2 border-ink">
        {items.map((item) => (
          <li key={item} className="flex gap-3 border-b border-line py-3">
            {icon}
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}
