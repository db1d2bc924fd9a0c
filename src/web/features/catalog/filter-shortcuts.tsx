import { Link } from 'react-router-dom'
import type { ProductFacets } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { classNames } from '../../lib/class-names.ts'
import { listingLink, SHORTCUT_CHOICES, withChoices } from './listing-query.ts'

const pillClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-dashed border-edge px-3.5 text-sm whitespace-nowrap no-underline'

/** What many people ask for, in one press, where the filter panel is out of sight. What is in force is a chip instead. */
export function FilterShortcuts({
  query,
  counts,
}: {
  readonly query: ListingQuery
  readonly counts: ProductFacets['shortcuts'] | undefined
}) {
  const offered = SHORTCUT_CHOICES.flatMap(({ name, label, choices, price }) => {
    const next = withChoices({ ...query, price: price ?? query.price }, choices ?? {})
    const link = listingLink(next)
    return link === listingLink({ ...query, page: 1 }) ? [] : [{ name, label, link, count: counts?.[name] }]
  })
  // A row without a link could not be scrolled by keyboard, and would say nothing but zeros.
  if (offered.every(({ count }) => count === 0)) return null
  return (
    <nav aria-label="Often asked for" data-print="hide" className="relative lg:hidden">
      <ul className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 [scrollbar-width:none]">
        {offered.map(({ name, label, link, count }) => (
          <li key={name}>
            {count === 0 ? (
              <span className={classNames(pillClass, 'text-soft')}>{label} 0</span>
            ) : (
              <Link to={link} className={classNames(pillClass, 'bg-sheet hover:border-ink hover:bg-wash')}>
                {label}
                {count !== undefined && <span className="text-soft">{count}</span>}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
