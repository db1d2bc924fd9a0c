import { Building2, Clock, Headset, Mail, MapPin, MessageCircle, Phone, ShoppingBag, Wrench } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { SCREENS } from '#contracts/screens'
import { ContactForm } from '../../features/forms/contact-form.tsx'
import { organizationData } from '../../features/company/organization.ts'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { paths } from '../../lib/paths.ts'

const INQUIRIES = [
  {
    icon: ShoppingBag,
    title: 'Sales',
    description: 'Which model, which price, which delivery date. Quotes in writing.',
    to: paths.contact({ inquiryType: 'sales', subject: 'Question before buying' }),
  },
  {
    icon: Headset,
    title: 'Support',
    description: 'A printer that does not do as it should, or an order that is late.',
    to: paths.contact({ inquiryType: 'support', subject: 'Help with my printer' }),
  },
  {
    icon: Building2,
    title: 'Business',
    description: 'Fleets, counters, maintenance plans, and one invoice for all of it.',
    to: paths.contact({ inquiryType: 'business', subject: 'Equipment for our business' }),
  },
] as const

const WAYS = [
  {
    icon: MessageCircle,
    title: 'Live Chat',
    description: 'Start with your question and we reply by email.',
    to: paths.contact({ inquiryType: 'general', subject: 'Live chat' }),
  },
  {
    icon: Building2,
    title: 'Business Sales',
    description: 'For offices, schools and shops.',
    to: paths.contact({ inquiryType: 'business', subject: 'Business sales' }),
  },
  {
    icon: Wrench,
    title: 'Service Center',
    description: 'Repairs, maintenance and spare parts.',
    to: paths.contact({ inquiryType: 'service', subject: 'Service center' }),
  },
] as const

/** Message form, contact details, the one location and ways on (specification 2, section 2). */
export default function ContactPage() {
  const [query] = useSearchParams()
  const inquiryType = query.get('inquiryType') ?? query.get('type') ?? undefined
  const subject = query.get('subject') ?? undefined
  return (
    <>
      <Head
        title={SCREENS.contact.title}
        description="Write to Superprinter and get a reply within 24 hours, or call 1-800-555-0142, Mon-Fri 8AM-6PM CST. Corporate headquarters in Stafford, Texas."
        canonical={paths.contact()}
        jsonLd={organizationData()}
      />
      <PageTitle title="Contact Us" lead="Tell us what you need. A technician replies within 24 hours." />

      <div className="wrap grid items-start gap-x-14 gap-y-12 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <section aria-labelledby="message" className="min-w-0 sheet p-5 sm:p-8">
          <h2 id="message" className="mb-6 text-2xl sm:text-3xl">
            Send us a message
          </h2>
          <ContactForm
            {...(inquiryType !== undefined && { inquiryType })}
            {...(subject !== undefined && { subject })}
          />
        </section>

        <div className="grid gap-10">
          <ContactDetails />
          <Headquarters />
        </div>
      </div>

      <Inquiries />
      <WaysOn />
    </>
  )
}

function ContactDetails() {
  const { phone, phoneLink, email, emailLink, hours } = SHOP_CONTACT
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="border-b-2 border-ink pb-3 text-2xl">
        Contact details
      </h2>
      <dl>
        {[
          {
            icon: Phone,
            label: 'Phone',
            description: (
              <a href={phoneLink} className="text-link tap-room inline-block text-lg font-semibold">
                {phone}
              </a>
            ),
          },
          {
            icon: Mail,
            label: 'Email',
            description: (
              <a href={emailLink} className="text-link tap-room inline-block font-semibold [overflow-wrap:anywhere]">
                {email}
              </a>
            ),
          },
          { icon: Clock, label: 'Hours', description: hours },
        ].map(({ icon: Icon, label, description }) => (
          <div key={label} className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-b border-line py-3.5">
            <dt className="contents">
              <Icon aria-hidden="true" className="row-span-2 mt-0.5 size-5 text-cyan" strokeWidth={1.75} />
              <span className="text-sm text-soft">{label}</span>
            </dt>
            <dd className="col-start-2">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Headquarters() {
  const { street, city, state, zipCode } = SHOP_CONTACT
  return (
    <section aria-labelledby="location" className="halftone rounded border border-line p-6">
      <MapPin aria-hidden="true" className="size-6 text-magenta" strokeWidth={1.75} />
      <h2 id="location" className="mt-3 text-xl">
        Corporate Headquarters
      </h2>
      <address className="mt-2 not-italic">
        Superprinter
        <br />
        {street}
        <br />
        {city}, {state} {zipCode}
      </address>
      <p className="mt-3 text-sm text-soft">Visits by appointment only.</p>
    </section>
  )
}

function Inquiries() {
  return (
    <section aria-labelledby="inquiries" data-print="hide" className="border-y border-line bg-sheet">
      <div className="wrap py-12 sm:py-16">
        <h2 id="inquiries" className="mb-7 text-section">
          What is it about?
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {INQUIRIES.map(({ icon: Icon, title, description, to }) => (
            <li
              key={title}
              className="relative flex flex-col rounded border border-line bg-paper p-6 transition-colors focus-within:border-ink hover:border-ink"
            >
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
              <h3 className="mt-4 text-xl">
                <Link to={to} className="after:absolute after:inset-0">
                  {title}
                </Link>
              </h3>
              <p className="mt-1.5 text-soft">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function WaysOn() {
  return (
    <section aria-labelledby="ways" data-print="hide" className="wrap pt-12 sm:pt-16">
      <h2 id="ways" className="text-part">
        Additional Ways to Reach Us
      </h2>
      <ul className="mt-5 border-t-2 border-ink">
        {WAYS.map(({ icon: Icon, title, description, to }) => (
          <li
            key={title}
            className="grid items-center gap-x-5 gap-y-3 border-b border-line py-5 sm:grid-cols-[auto_1fr_auto]"
          >
            <Icon aria-hidden="true" className="size-6 text-cyan max-sm:hidden" strokeWidth={1.75} />
            <p className="text-soft">{description}</p>
            <ButtonLink to={to} variant="quiet" className="sm:min-w-44">
              {title}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-soft">
        Something already broken? The{' '}
        <Link to={paths.support()} className="text-link">
          Support Center
        </Link>{' '}
        replies to tickets within 4 hours.
      </p>
    </section>
  )
}
