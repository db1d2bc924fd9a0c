import { ArrowLeft } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Product } from '#contracts/catalog'
import { ProductAlert } from '../../../features/alerts/product-alert.tsx'
import { ProductGallery } from '../../../features/catalog/product-gallery.tsx'
import { ProductTabs, type ProductTab } from '../../../features/catalog/product-tabs.tsx'
import { CompareLink } from '../../../features/compare/compare-link.tsx'
import { useShopStatistics } from '../../../features/consent/use-shop-statistics.ts'
import { WishlistButton } from '../../../features/wishlist/wishlist-button.tsx'
import { RenderedOnce } from '../../../lib/server-markup.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Breadcrumbs, type Crumb } from '../../../ui/breadcrumbs.tsx'
import { paths } from '../../../lib/paths.ts'
import { BuyBar } from './buy-bar.tsx'
import { BuyBox } from './buy-box.tsx'
import { FittingProducts } from './fitting-products.tsx'
import { OwnReview } from './own-review.tsx'
import { RecentlySeenProducts } from './recently-seen-products.tsx'
import { RelatedProducts } from './related-products.tsx'

/** Everything about a product that is there. Give it the product's id as key: another product starts afresh. */
export function ProductDetail({ product, crumbs }: { readonly product: Product; readonly crumbs: readonly Crumb[] }) {
  const [chosen, setChosen] = useState<ProductTab | null>(null)
  useShopStatistics({ type: 'product-view', productId: product.id })
  const [quantity, setQuantity] = useState(1)
  const tabs = useRef<HTMLDivElement>(null)
  const action = useRef<HTMLDivElement>(null)

  function showReviews(): void {
    setChosen('reviews')
    tabs.current?.scrollIntoView({ behavior: 'smooth' })
    tabs.current?.querySelector<HTMLElement>('[role=tab][id$=reviews]')?.focus({ preventScroll: true })
  }

  return (
    <>
      <div className="wrap pt-2 pb-20 sm:pt-7">
        <div className="flex flex-wrap items-center justify-between gap-x-8">
          <RenderedOnce name="back to products">
            <Link
              to={paths.products()}
              data-print="hide"
              className="tap-room inline-flex items-center gap-2 py-1.5 text-sm font-semibold no-underline hover:underline"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              Back to Products
            </Link>
          </RenderedOnce>
          <div className="max-md:hidden">
            <Breadcrumbs crumbs={crumbs} />
          </div>
        </div>
        <div className="mt-2 grid items-start gap-x-8 gap-y-4 sm:mt-4 sm:gap-y-6 md:grid-cols-2 md:grid-rows-[auto_1fr] lg:grid-cols-[1.1fr_1fr] lg:gap-x-12">
          <ProductGallery product={product} heart={<WishlistButton product={product} />} />
          <div className="min-w-0 md:row-span-2">
            <BuyBox
              product={product}
              chosen={quantity}
              onQuantityChange={setQuantity}
              actionRef={action}
              onShowReviews={showReviews}
            />
            <div className="flex flex-wrap items-end gap-x-8">
              <CompareLink product={product} />
              {product.inStock && <ProductAlert product={product} />}
            </div>
          </div>
          <p className="max-w-[62ch] text-lg text-soft [overflow-wrap:anywhere]">{product.description}</p>
        </div>
        <FittingProducts product={product} />
        <div ref={tabs} id="reviews" className="mt-14">
          <TabsAtAddress product={product} chosen={chosen} onChoose={setChosen} />
        </div>
        <RelatedProducts product={product} />
        <RecentlySeenProducts productId={product.id} />
      </div>
      <BuyBar product={product} chosen={quantity} action={action} />
    </>
  )
}

interface TabsAtAddressProps {
  readonly product: Product
  /** Null while nobody has chosen one. */
  readonly chosen: ProductTab | null
  readonly onChoose: (tab: ProductTab) => void
}

/** A link to a product's reviews (#reviews) opens them; the server does not see that part of an address. */
function TabsAtAddress({ product, chosen, onChoose }: TabsAtAddressProps) {
  const { hash } = useLocation()
  const isHydrated = useHydrated()
  return (
    <ProductTabs
      product={product}
      tab={chosen ?? (isHydrated && hash === '#reviews' ? 'reviews' : 'specifications')}
      // Reviews take a phone longer to render than a press may: the tab shows that it is pressed, and they come in small
      // steps.
      onTabChange={(tab) => startTransition(() => onChoose(tab))}
      reviewAction={<OwnReview productId={product.id} />}
    />
  )
}
