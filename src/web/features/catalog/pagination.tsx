import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ListingQuery } from '#contracts/listing'
import { classNames } from '../../lib/class-names.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import type { ListingPages } from './listing-pages.ts'
import { listingLink, pageNumbers } from './listing-query.ts'

const linkClass =
  'grid min-h-11 min-w-11 place-items-center rounded border-2 border-transparent px-3 font-semibold no-underline transition-colors hover:border-ink'
const turnClass =
  'inline-flex min-h-11 items-center gap-2 rounded px-2 font-semibold no-underline transition-colors hover:bg-wash sm:px-3'

interface PaginationProps {
  readonly query: ListingQuery
  readonly pages: Pick<ListingPages, 'lastPage' | 'hasNext'>
}

/** Links to the pages of a listing; nothing when there is only one. Each is an address, so Back works. */
export function Pagination({ query, pages: { lastPage, hasNext } }: PaginationProps) {
  if (!hasNext && (lastPage ?? query.page) <= 1) return null
  const to = (page: number) => listingLink({ ...query, page })
  return (
    <nav
      aria-label="Pages"
      className="mt-10 flex items-center justify-between gap-2 large-letters:flex-wrap border-t border-line pt-6 sm:justify-center sm:gap-4"
      data-print="hide"
    >
      {query.page > 1 ? (
        <Link to={to(query.page - 1)} rel="prev" aria-label="Previous page" className={turnClass}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Previous
        </Link>
      ) : (
        <span className={classNames(turnClass, 'invisible')} aria-hidden="true">
          Previous
        </span>
      )}
      <ol className="hidden items-center gap-1 sm:flex">
        {pageNumbers(query.page, lastPage ?? query.page).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span aria-hidden="true" className="grid min-w-8 place-items-center text-soft">
                …
              </span>
            ) : (
              <FilledIn
                name={`page number ${page === query.page}`}
                texts={[String(page), `Page ${page}`, to(page).slice(1)]}
              >
                {([number, label, address]) => (
                  <Link
                    to={`/${address}`}
                    aria-label={label}
                    {...(page === query.page && { 'aria-current': 'page' as const })}
                    className={classNames(linkClass, page === query.page && 'border-ink bg-ink text-paper')}
                  >
                    {number}
                  </Link>
                )}
              </FilledIn>
            )}
          </li>
        ))}
      </ol>
      <p className="text-soft sm:hidden">
        Page {query.page}
        {lastPage !== undefined && ` of ${lastPage}`}
      </p>
      {hasNext ? (
        <Link to={to(query.page + 1)} rel="next" aria-label="Next page" className={turnClass}>
          Next
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      ) : (
        <span className={classNames(turnClass, 'invisible')} aria-hidden="true">
          Next
        </span>
      )}
    </nav>
  )
}
