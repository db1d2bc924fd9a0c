import type { ReactNode } from 'react'
import type { ListingQuery } from '#contracts/listing'
import { PRODUCTS_ID } from '../../../features/catalog/listing-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Listing } from '../listing/listing.tsx'

interface CategoryListingProps {
  readonly query: ListingQuery
  readonly title: string
  /** What the badge counts, as one of it: "Product" for "12 Products Available". */
  readonly counted: string
  readonly skeletons: number
  readonly errorMessage: string
  readonly empty: ReactNode
}

/** The shop's listing below a category's own heading and count. */
export function CategoryListing({ title, counted, ...listing }: CategoryListingProps) {
  return (
    <Listing
      {...listing}
      heading={
        <h2 id={PRODUCTS_ID} tabIndex={-1} className="text-section">
          {title}
        </h2>
      }
      renderCount={(total, place) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="speak" className="px-3 py-2 text-sm">
            {formatCount(total, `${counted} Available`, `${counted}s Available`)}
          </Badge>
          {place}
        </span>
      )}
      level="h3"
      className="py-8 sm:py-10"
    />
  )
}
