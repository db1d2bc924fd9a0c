import { SCREENS } from '#contracts/screens'
import { useCurrentWishlist } from '../../features/wishlist/use-current-wishlist.ts'
import { useWishlist } from '../../features/wishlist/use-wishlist.ts'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'
import { cardPlaceClass } from '../../features/catalog/product-card.tsx'
import { ShopProductCard } from '../shop-product-card.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'

/** The wishlist (specification 1, section 2). */
export default function WishlistPage() {
  const { items, count, isReady, clear } = useWishlist()
  const products = useCurrentWishlist()

  useFocusWhenFewer(items.length)

  return (
    <>
      <Head title={SCREENS.wishlist.title} description="The printers you have an eye on." noindex />
      <div className="wrap py-8 sm:py-12">
        {isReady && count === 0 ? (
          <EmptyState
            heading="h1"
            title="Your wishlist is empty"
            description="Press the heart on a product to keep it here."
            drawing={illustration('empty-wishlist')}
          >
            <ButtonLink to={paths.products()} size="large">
              Browse Products
            </ButtonLink>
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
                  My Wishlist
                </h1>
                {isReady && <p className="text-soft">{formatCount(count, 'product')}</p>}
              </div>
              {isReady && (
                <Button variant="quiet" size="small" onClick={clear}>
                  Clear All
                </Button>
              )}
            </div>
            <ul className="mt-7 grid grid-cols-2 gap-x-2.5 sm:gap-x-4 md:grid-cols-3 xl:grid-cols-4">
              {products.map((product) => (
                <li key={product.id} className={cardPlaceClass}>
                  <ShopProductCard product={product} heading="h2" />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}
