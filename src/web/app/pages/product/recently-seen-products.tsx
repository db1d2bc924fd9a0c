import { memo } from 'react'
import { productsByIdPath } from '#contracts/api-paths'
import { ProductGrid } from '../../../features/catalog/product-grid.tsx'
import { useConsent } from '../../../features/consent/consent-provider.tsx'
import { useRecentlySeen } from '../../../features/recently-seen/use-recently-seen.ts'
import { useRead } from '../../../lib/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { ShopProductCard } from '../../shop-product-card.tsx'

const MAX_SHOWN = 4

/** What this browser has looked at before. Renders nothing when there is nothing, or it cannot be read. */
export const RecentlySeenProducts = memo(function RecentlySeenProducts({ productId }: { readonly productId: number }) {
  const { isReady, choice } = useConsent()
  const { before, forget } = useRecentlySeen(productId, isReady ? choice.analytics : null)
  const ids = before.slice(0, MAX_SHOWN)
  const { data: products = [] } = useRead(ids.length === 0 ? null : productsByIdPath(ids))
  if (ids.length === 0 || products.length === 0) return null

  /** The pressed button goes with the list, so the focus moves to the page. */
  function clear(): void {
    document.querySelector('main')?.focus({ preventScroll: true })
    forget()
  }

  return (
    <section data-print="hide" aria-labelledby="recently-seen" className="mt-16 border-t border-line pt-12">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id="recently-seen" className="text-3xl">
          Recently viewed
        </h2>
        <Button variant="quiet" size="small" onClick={clear}>
          Clear
        </Button>
      </div>
      <ProductGrid products={products} width="four">
        {(product) => <ShopProductCard product={product} />}
      </ProductGrid>
    </section>
  )
})
