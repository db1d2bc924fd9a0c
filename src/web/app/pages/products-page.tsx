import { useLocation } from 'react-router-dom'
import { listingTitle, parseListingQuery, productsPath, type ListingQuery } from '#contracts/listing'
import { SITE_NAME } from '#contracts/screens'
import { breadcrumbData } from '../../features/catalog/structured-data.ts'
import { CompareBar } from '../../features/compare/compare-bar.tsx'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { useRead } from '../../lib/use-read.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { HelpChoosing } from './category/help-choosing.tsx'
import { Listing } from './listing/listing.tsx'

/** The product listing; its address says everything about it (specification 1, section 2). */
export default function ProductsPage() {
  const query = parseListingQuery(useLocation().search)
  const title = listingTitle(query)
  const isEmpty = useRead(productsPath(query)).data?.length === 0
  const scope: Partial<ListingQuery> = {
    category: query.category,
    search: query.search,
    featured: query.featured,
    business: query.business,
  }
  const crumbs: readonly Crumb[] = [{ label: 'Home', to: paths.home() }, { label: title }]
  return (
    <>
      <Head
        title={title}
        description={descriptionOf(query, title)}
        canonical={paths.products({ ...scope, page: query.page })}
        // An address can name any category, and any page past the last one.
        noindex={query.search !== null || isEmpty}
        jsonLd={breadcrumbData(crumbs, paths.products(scope))}
      />
      {/* Another category or search is another list: its own skeletons, not the old products dimmed. */}
      <Listing
        key={paths.products(scope)}
        query={query}
        heading={<h1 className="text-listing [overflow-wrap:anywhere]">{title}</h1>}
        renderCount={(total, place) => (
          <>
            <span>{formatCount(total, 'product')}</span>
            {place !== null && <span>{`, ${place}`}</span>}
          </>
        )}
        level="h2"
        skeletons={12}
        errorMessage="Failed to load products. Please try again."
        className="pt-8 pb-16 sm:pt-12"
      />
      <HelpChoosing
        title="Not sure which one?"
        description="Six questions, three printers: what fits what you print, and what each costs over three years."
      >
        <ButtonLink to={paths.finder()}>Find My Printer</ButtonLink>
      </HelpChoosing>
      <CompareBar />
    </>
  )
}

function descriptionOf(query: ListingQuery, title: string): string {
  if (query.search !== null)
    return `What ${SITE_NAME} has for “${query.search}”: prices, ratings and stock at a glance.`
  return `${title} at ${SITE_NAME}, an independent authorized dealer: compare prices, ratings and stock, and filter by brand and price.`
}
