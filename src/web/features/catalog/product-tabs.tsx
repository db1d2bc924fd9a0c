import type { ReactNode } from 'react'
import { reviewsPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { groupDigits } from '#platform/shared-kernel/money'
import { RenderedOnce } from '../../lib/server-markup.tsx'
import { useRead } from '../../lib/use-read.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { NewestReviews, ReviewList } from './review-list.tsx'
import { ShippingAndReturns } from './shipping-and-returns.tsx'
import { SpecificationTable } from './specification-table.tsx'

/** All three fit side by side on a phone. */
const tabClass = 'max-sm:px-2 max-sm:text-sm'

/** Most products have fewer reviews. The server keeps the row of tabs for each count below. */
const COUNTS_KEPT = 10

const PRODUCT_TABS = ['specifications', 'reviews', 'shipping'] as const
export type ProductTab = (typeof PRODUCT_TABS)[number]

interface ProductTabsProps {
  readonly product: Product
  readonly tab: ProductTab
  readonly onTabChange: (tab: ProductTab) => void
  /** Above the reviews: the way to write one. */
  readonly reviewAction?: ReactNode
}

/** Specifications, Reviews, Shipping & Returns (specification 1, section 4). */
export function ProductTabs({ product, tab, onTabChange, reviewAction }: ProductTabsProps) {
  // Read with the product, not with the tab: it opens with its reviews in it.
  const reviews = useRead(reviewsPath(product.id))
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => onTabChange(PRODUCT_TABS.find((name) => name === value) ?? 'specifications')}
    >
      <h2 className="sr-only">Details</h2>
      <RenderedOnce name={product.reviewCount < COUNTS_KEPT ? `product tabs ${tab} ${product.reviewCount}` : null}>
        <TabList aria-label="Details">
          <Tab value="specifications" className={tabClass}>
            Specifications
          </Tab>
          <Tab value="reviews" className={tabClass}>
            Reviews ({groupDigits(product.reviewCount)})
          </Tab>
          <Tab value="shipping" className={tabClass}>
            Shipping &amp; Returns
          </Tab>
        </TabList>
      </RenderedOnce>
      <TabPanel value="specifications" forceMount>
        <SpecificationTable product={product} />
      </TabPanel>
      <TabPanel value="reviews" forceMount>
        {tab === 'reviews' ? (
          <>
            {reviewAction}
            <ReviewList product={product} answer={reviews} />
          </>
        ) : (
          product.reviewCount > 0 && <NewestReviews reviews={reviews.data} />
        )}
      </TabPanel>
      <TabPanel value="shipping" forceMount>
        <RenderedOnce name="shipping and returns">
          <ShippingAndReturns />
        </RenderedOnce>
      </TabPanel>
    </Tabs>
  )
}
