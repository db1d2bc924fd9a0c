import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { ProductFacets } from '#contracts/catalog'
import type { ListingQuery } from '#contracts/listing'
import { groupDigits } from '#platform/shared-kernel/money'
import { onPlainPress } from '../../lib/plain-press.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { listingLink, SHORTCUT_CHOICES, withChoices } from './listing-query.ts'

/**
 * What many people ask for, in one press, where the filter panel is out of sight. What is in force is a chip instead,
 * and what would give nothing is left out.
 */
export const FilterShortcuts = memo(function FilterShortcuts({
  query,
  counts,
  onChange,
}: {
  readonly query: ListingQuery
  readonly counts: ProductFacets['shortcuts'] | undefined
  /** Changes what is asked for by now, which may be more than these links know. */
  readonly onChange: (change: (asked: ListingQuery) => ListingQuery) => void
}) {
  const offered = SHORTCUT_CHOICES.flatMap(({ name, label, choices, price }) => {
    const count = counts?.[name]
    const add = (asked: ListingQuery) => withChoices({ ...asked, price: price ?? asked.price }, choices ?? {})
    const link = listingLink(add(query))
    return count === 0 || link === listingLink({ ...query, page: 1 }) ? [] : [{ name, label, add, link, count }]
  })
  if (offered.length === 0) return null
  return (
    <nav aria-label="Often asked for" data-print="hide" className="relative lg:hidden">
      <ul className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 [scrollbar-width:none]">
        {offered.map(({ name, label, add, link, count }) => (
          <li key={name}>
            <FilledIn
              name={`shortcut ${count !== undefined}`}
              texts={[label, link.slice(1), ...(count === undefined ? [] : [groupDigits(count)])]}
            >
              {([label, address, count]) => (
                <Link
                  to={`/${address}`}
                  onClick={onPlainPress(() => onChange(add))}
                  className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-dashed border-edge bg-sheet px-3.5 text-sm whitespace-nowrap no-underline hover:border-ink hover:bg-wash"
                >
                  {label}
                  {count !== undefined && <span className="text-soft">{count}</span>}
                </Link>
              )}
            </FilledIn>
          </li>
        ))}
      </ul>
    </nav>
  )
})
