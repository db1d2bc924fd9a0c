import { Link } from 'react-router-dom'
import { SearchForm } from '../../features/search/search-form.tsx'
import { NAV_LINKS } from '../../features/shell/nav-links.ts'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../../lib/paths.ts'

/** Any address that leads nowhere (specification 1, section 2): says so, and where to go from here. */
export default function NotFoundPage() {
  return (
    <>
      <Head title="404 Page Not Found" description="There is nothing at this address." status={404} />
      <div className="halftone border-b border-line">
        <div className="wrap grid items-center gap-x-16 gap-y-8 py-12 md:grid-cols-[1.1fr_1fr] md:py-20">
          <div>
            <h1 className="text-missing leading-[0.98] font-extrabold">
              <span className="marked px-[0.08em] -mx-[0.08em]">404</span> Page Not Found
            </h1>
            <p className="mt-5 mb-7 max-w-[40ch] text-lg text-balance text-soft">
              This sheet came out blank: nothing is at this address. Search for what you wanted, or start from one of
              these.
            </p>
            <SearchForm label="Search for something else" className="mb-6 max-w-md" />
            <div className="flex flex-wrap gap-3 max-sm:*:grow">
              <ButtonLink to={paths.products()}>Browse All Products</ButtonLink>
              <ButtonLink to={paths.home()} variant="quiet">
                Go to the home page
              </ButtonLink>
            </div>
            <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-1">
              {NAV_LINKS.slice(1).map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className="text-link tap-room inline-block py-1.5">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <div className="lit-sheet crop-marks rounded border border-line p-8">
            <img src="/images/illustrations/not-found.svg" alt="" width={480} height={360} className="h-auto w-full" />
          </div>
        </div>
      </div>
    </>
  )
}
