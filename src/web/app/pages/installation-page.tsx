import { ArrowRight, GraduationCap, MapPin, ShieldCheck, Wrench, Cable } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ServiceForm } from '../../features/forms/service-form.tsx'
import { Head } from '../../lib/head.tsx'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { RuledDefinition } from '../../ui/definition.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'

const SERVICES = [
  {
    icon: Cable,
    title: 'Installation',
    price: '$149',
    unit: '',
    takes: '2-4 hours',
    includes: [
      'Unpacking, setting up, taking the boxes away',
      'Network, drivers and scanning on up to five computers',
      'Test prints from every one of them',
    ],
  },
  {
    icon: GraduationCap,
    title: 'Training',
    price: '$99',
    unit: '',
    takes: '1-2 hours',
    includes: [
      'For up to eight people, at your own machine',
      'Copying, scanning to mail and folders, changing supplies',
      'A one-page guide to pin on the wall',
    ],
  },
  {
    icon: Wrench,
    title: 'Maintenance',
    price: '$29',
    unit: '/month',
    takes: 'Two visits a year',
    includes: [
      'Cleaning, rollers and firmware',
      'Supplies ordered before they run out',
      'A technician first thing after a breakdown',
    ],
  },
] as const

const AREAS = [
  { region: 'Greater Houston', towns: 'Stafford, Sugar Land, Missouri City, Katy, Pearland, The Woodlands' },
  { region: 'Texas', towns: 'Austin, San Antonio, Dallas, Fort Worth, Corpus Christi' },
  { region: 'Oklahoma', towns: 'Oklahoma City, Norman, Tulsa' },
  { region: 'Everywhere else', towns: 'By video call, with the parcel open in front of you' },
] as const

const TESTIMONIALS = [
  {
    quote: 'Three printers, eleven laptops, done before lunch. He labeled the trays without being asked.',
    who: 'Office manager',
    where: 'Law office in Sugar Land',
  },
  {
    quote: 'Our volunteers change the toner themselves now. The page on the wall does it.',
    who: 'Librarian',
    where: 'Town library in Oklahoma',
  },
  {
    quote: 'The receipt printer stopped on a Friday. By noon on Saturday we were selling again.',
    who: 'Owner',
    where: 'Bakery in Katy',
  },
] as const

/**
 * Services with prices, areas, the schedule form, the guarantee and what customers say (specification 2, sections 2 and
 * 9).
 */
export default function InstallationPage() {
  return (
    <>
      <Head
        title="Installation Services"
        description="Installation from $149, training from $99, maintenance from $29/month. Technicians in Texas and Oklahoma, by video call everywhere else."
        canonical={paths.installation()}
      />
      <PageTitle
        title={
          <>
            Set up. <em className="marked not-italic">Ready to print.</em>
          </>
        }
        kicker="Installation Services"
        ground="halftone"
        lead="A technician unpacks, connects and explains. You print the first page before the van leaves."
        drawing={illustration('home-hero')}
      >
        <Link
          to="#schedule"
          className="inline-flex min-h-13 items-center gap-2 rounded border-2 border-ink bg-ink px-6 font-semibold text-paper transition-colors hover:border-cyan hover:bg-cyan hover:text-on-cyan"
        >
          Schedule a visit
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </PageTitle>

      <section aria-labelledby="services" className="wrap py-12 sm:py-16">
        <h2 id="services" className="mb-7 text-section">
          Services and prices
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {SERVICES.map(({ icon: Icon, title, price, unit, takes, includes }) => (
            <li key={title} className="flex flex-col sheet p-6">
              <Icon aria-hidden="true" className="size-7" strokeWidth={1.5} />
              <h3 className="mt-4 text-2xl">{title}</h3>
              <p className="mt-3">
                <span className="text-soft">from </span>
                <span className="figures text-4xl font-bold">{price}</span>
                {unit}
              </p>
              <p className="mt-1 text-soft">{takes}</p>
              <ul className="mt-4 grid gap-2 border-t border-line pt-4">
                {includes.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="areas" className="border-y border-line bg-sheet">
        <div className="wrap grid gap-x-16 gap-y-6 py-12 sm:py-16 lg:grid-cols-[20rem_1fr]">
          <div>
            <MapPin aria-hidden="true" className="size-6 text-magenta" strokeWidth={1.75} />
            <h2 id="areas" className="mt-3 text-part">
              Service Areas
            </h2>
            <p className="mt-2 text-soft">
              Travel is included in Greater Houston; further away the quote says what it costs.
            </p>
          </div>
          <dl className="border-t-2 border-ink">
            {AREAS.map(({ region, towns }) => (
              <RuledDefinition key={region} name={region}>
                {towns}
              </RuledDefinition>
            ))}
          </dl>
        </div>
      </section>

      <div className="wrap grid items-start gap-x-14 gap-y-10 pt-12 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section id="schedule" aria-labelledby="schedule-title" className="sheet p-5 sm:p-8">
          <h2 id="schedule-title" className="mb-6 text-2xl sm:text-3xl">
            Schedule a service
          </h2>
          <ServiceForm />
        </section>
        <aside className="crop-marks rounded border border-line bg-yellow-wash px-6 py-9">
          <ShieldCheck aria-hidden="true" className="size-8" strokeWidth={1.5} />
          <h2 className="mt-3 text-2xl">Our guarantee</h2>
          <p className="mt-2">
            If something we set up stops working within 30 days, we come back and put it right at no charge. If we
            cannot, you get the price of the visit back.
          </p>
          <p className="mt-4 text-sm">
            Questions first?{' '}
            <a href={SHOP_CONTACT.phoneLink} className="font-semibold whitespace-nowrap underline underline-offset-4">
              {SHOP_CONTACT.phone}
            </a>
            , <span className="inline-block">{SHOP_CONTACT.hours}.</span>
          </p>
        </aside>
      </div>

      <section aria-labelledby="testimonials" className="wrap pt-14 sm:pt-18">
        <h2 id="testimonials" className="mb-6 text-part">
          What customers say
        </h2>
        <ul className="grid gap-x-10 gap-y-8 border-t-2 border-ink pt-7 md:grid-cols-3">
          {TESTIMONIALS.map(({ quote, who, where }) => (
            <li key={where}>
              <figure>
                <blockquote className="font-display text-xl leading-snug font-semibold">“{quote}”</blockquote>
                <figcaption className="mt-3 text-soft">
                  {who}
                  <br />
                  {where}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
