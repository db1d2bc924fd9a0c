import { RETURNS_TEXT } from '../../features/policies/returns-text.tsx'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LastUpdated, OutlinedText } from '../../ui/outlined-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'

const WINDOWS = [
  { figure: '30', title: 'days from delivery', description: 'Full refund' },
  {
    figure: '60',
    title: 'days, unopened items',
    description: 'Seal intact, box as new',
  },
  { figure: '60', title: 'days, business equipment', description: 'Opened or not' },
  { figure: '$5,000', title: 'and more', description: 'Bulk orders have special terms' },
] as const

/** The return policy (specification 2, sections 2 and 9). */
export default function ReturnsPage() {
  return (
    <>
      <Head
        title="Returns & Refunds"
        description="30 days from delivery for a full refund, 60 days for unopened items and business equipment. How to return, who pays, and when the money is back."
        canonical={paths.returns()}
      />
      <PageTitle
        title="Returns & Refunds"
        lead={<LastUpdated on="December 30, 2024" />}
        drawing={illustration('order-confirmed')}
      >
        <ButtonLink to={paths.return()} size="large">
          Start Return Process
        </ButtonLink>
        <ButtonLink to={paths.return()} variant="quiet" size="large">
          Check Return Status
        </ButtonLink>
      </PageTitle>
      <ul className="wrap grid grid-cols-2 gap-3 py-9 large-letters:grid-cols-1 sm:gap-4 lg:grid-cols-4">
        {WINDOWS.map(({ figure, title, description }) => (
          <li key={title} className="sheet p-4 sm:p-5">
            <p className="figures text-4xl font-bold whitespace-nowrap max-[23rem]:text-[1.625rem] sm:text-5xl">
              {figure}
            </p>
            <p className="mt-3 leading-snug font-semibold">{title}</p>
            <p className="text-sm text-soft">{description}</p>
          </li>
        ))}
      </ul>
      <div className="wrap pt-5 pb-8">
        <OutlinedText sections={RETURNS_TEXT} />
      </div>
    </>
  )
}
