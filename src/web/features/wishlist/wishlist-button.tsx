import { Heart } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { addToWishlist, removeFromWishlist, useIsOnWishlist } from './use-wishlist.ts'
import type { WishlistItem } from './wishlist.ts'

export interface WishlistButtonProps {
  readonly product: WishlistItem
  readonly className?: string
}

/** The heart: puts a product on the wishlist, and takes it off again (specification 1, section 2). */
export function WishlistButton({ product, className }: WishlistButtonProps) {
  const isOnList = useIsOnWishlist(product.id)
  const words = isOnList ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`
  return (
    <FilledIn name={`wishlist button ${isOnList} ${className}`} texts={[words]}>
      {([label]) => (
        <button
          type="button"
          aria-label={label}
          title={isOnList ? 'Remove from wishlist' : 'Add to wishlist'}
          onClick={() => (isOnList ? removeFromWishlist(product.id) : addToWishlist(product))}
          className={classNames('heart-button', isOnList ? 'text-magenta' : 'text-ink hover:text-magenta', className)}
        >
          <Heart aria-hidden className="size-5" fill={isOnList ? 'currentColor' : 'none'} />
        </button>
      )}
    </FilledIn>
  )
}
