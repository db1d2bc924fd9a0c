import { Link } from 'react-router-dom'
import { FilledIn } from '../lib/server-markup.tsx'

export interface Crumb {
  readonly label: string
  /** Absent for the page itself. */
  readonly to?: string
}

export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <FilledIn
      name={`breadcrumbs ${crumbs.map(({ to }) => (to === undefined ? 'page' : 'link')).join(' ')}`}
      texts={crumbs.flatMap(({ label, to = '' }) => [label, to.slice(1)])}
    >
      {(texts) => (
        <nav aria-label="Breadcrumb" className="text-sm text-soft">
          <ol className="flex flex-wrap items-center gap-x-2">
            {crumbs.map(({ to }, index) => (
              <li key={texts[2 * index]} className="flex min-w-0 items-center gap-2">
                {index > 0 && <span aria-hidden="true">/</span>}
                {to === undefined ? (
                  <span aria-current="page" className="max-w-[36rem] min-w-0 truncate py-1.5 text-ink">
                    {texts[2 * index]}
                  </span>
                ) : (
                  <Link
                    to={`/${texts[2 * index + 1]}`}
                    className="tap-room inline-block py-1.5 underline-offset-4 hover:text-ink hover:underline"
                  >
                    {texts[2 * index]}
                  </Link>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
    </FilledIn>
  )
}
