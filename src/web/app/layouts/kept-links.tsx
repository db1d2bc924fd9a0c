import { Heart } from 'lucide-react'
import { useCartCount } from '../../features/cart/use-cart.ts'
import { IconLink } from '../../features/shell/icon-link.tsx'
import { useWishlistCount } from '../../features/wishlist/use-wishlist.ts'
import { paths } from '../../lib/paths.ts'
import { CartIcon } from '../../ui/cart-icon.tsx'

/** The header's links to wishlist and cart. Only the link is rendered again whose count changes. */
export function KeptLinks() {
  return (
    <>
      <WishlistLink />
      <CartLink />
    </>
  )
}

function WishlistLink() {
  return (
    <IconLink to={paths.wishlist()} label="Wishlist" count={useWishlistCount()}>
      <Heart aria-hidden="true" className="size-5.5" strokeWidth={1.8} />
    </IconLink>
  )
}

function CartLink() {
  return (
    <IconLink to={paths.cart()} label="Cart" count={useCartCount()}>
      <CartIcon className="size-5.5" strokeWidth={1.8} />
    </IconLink>
  )
}
