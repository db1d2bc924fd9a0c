import { useLocation, useNavigate } from 'react-router-dom'
import { parseFinderQuery } from '#contracts/finder-choices'
import { SCREENS } from '#contracts/screens'
import { FinderForm } from '../../features/finder/finder-form.tsx'
import { Head } from '../../lib/head.tsx'
import { paths } from '../../lib/paths.ts'
import { FoundPrinters } from './finder/found-printers.tsx'

/**
 * Six questions and three printers. The address has all answers, so it can be shared; the printers
 * come first once there are any.
 */
export default function FinderPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = parseFinderQuery(new URLSearchParams(search))
  return (
    <>
      <Head
        title={SCREENS.finder.title}
        description="Six questions, three printers: what fits what you print, and what each costs over three years with its ink or toner."
        canonical={paths.finder()}
        noindex={query !== null}
      />
      <div className="wrap grid gap-8 pt-8 pb-16 sm:pt-12">
        <div>
          <h1 tabIndex={-1} className="text-listing">
            {SCREENS.finder.title}
          </h1>
          <p className="mt-3 max-w-[58ch] text-balance text-soft">
            Say what you print. We propose three printers, with what each costs over three years: its price and its ink
            or toner.
          </p>
        </div>
        {query !== null && <FoundPrinters query={query} />}
        <section aria-labelledby="answers" className="grid gap-5 border-t border-line pt-8">
          <h2 id="answers" className="text-part">
            {query === null ? 'What do you need?' : 'Change your answers'}
          </h2>
          <FinderForm
            key={search}
            query={query}
            onAnswer={(answers) => void navigate(`${paths.finder()}?${answers.toString()}`)}
          />
        </section>
      </div>
    </>
  )
}
