import { Gauge, Headset, RotateCcw, ShieldCheck, Timer, Truck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useExpressWords } from '../../../lib/express-shipping.ts'
import { paths } from '../../../lib/paths.ts'
import { HomeSection } from './home-section.tsx'

const FASTEST = paths.products({ category: 'printers', choices: { speed: ['50-up'] } })

const HIGHLIGHTS = [
  {
    icon: Gauge,
    title: '30+ pages per minute',
    description: (
      <>
        Most of our lasers do, <Link to={FASTEST}>up to 55 ppm</Link> at the top of the range. Each printer’s page gives
        its own speed.
      </>
    ),
  },
  {
    icon: Timer,
    title: 'First page in 5 seconds',
    description: 'Our quickest have paper in your hand before the coffee machine is warm.',
  },
  {
    icon: ShieldCheck,
    title: '2-year warranty',
    description: 'Honoured by the original manufacturer. We are an independent authorized dealer.',
  },
  {
    icon: Truck,
    title: 'Free shipping over $50',
    description: <ExpressDays />,
  },
  {
    icon: RotateCcw,
    title: '30-day returns',
    description:
      'Full refund within 30 days of delivery. Return shipping is free over $100, but not for a change of mind.',
  },
  {
    icon: Headset,
    title: 'People who know paper',
    description: 'Write to us and get an answer within 24 hours from someone who has cleared a paper jam.',
  },
] as const

/** What the printers do and what every purchase comes with, as a sheet of six. */
export function FeatureHighlights() {
  return (
    <HomeSection title="Why people buy their printer here">
      <ul className="grid border-t-2 border-ink sm:grid-cols-2 lg:grid-cols-3">
        {HIGHLIGHTS.map(({ icon: Icon, title, description }) => (
          <li
            key={title}
            className="flex gap-4 border-b large-letters:flex-col large-letters:gap-2 border-line py-6 sm:pr-8"
          >
            <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-cyan" strokeWidth={1.75} />
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-soft">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function ExpressDays() {
  const { way } = useExpressWords()
  return (
    <>
      Standard takes <span className="whitespace-nowrap">3-7 business days</span>, express{' '}
      <span className="whitespace-nowrap">1-2 business days</span>
      {way}.
    </>
  )
}
