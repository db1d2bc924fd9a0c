import { Link } from 'react-router-dom'

export interface Crumb {
  readonly label: string
  /** Absent for the page itself. */
  readonly to?: string
}

export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-soft">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {to === undefined ? (
              <span aria-current="page" className="inline-block py-1.5 text-ink">
                {label}
              </span>
            ) : (
              <Link to={to} className="inline-block py-1.5 underline-offset-4 hover:text-ink hover:underline">
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
