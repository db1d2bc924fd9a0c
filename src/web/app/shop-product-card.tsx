import type { ReactNode } from 'react'
import { AddToCartButton } from '../features/cart/add-to-cart-button.tsx'
import { ProductCard, type CardProduct } from '../features/catalog/product-card.tsx'
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx'

interface ShopProductCardProps {
  /** The category is for the cart; a wishlist from another browser may not know it. */
  readonly product: CardProduct & { readonly category?: string }
  readonly heading?: 'h2' | 'h3'
  readonly isFirst?: boolean
  readonly isLargest?: boolean
  /** Below the cart's button. */
  readonly below?: ReactNode
}

/** The catalog's card with the wishlist's heart and the cart's button (specification 1, section 2). */
export function ShopProductCard({
  product,
  heading = 'h3',
  isFirst = false,
  isLargest = false,
  below,
}: ShopProductCardProps) {
  return (
    <ProductCard
      product={product}
      heading={heading}
      isFirst={isFirst}
      isLargest={isLargest}
      heart={<WishlistButton product={product} className="max-sm:size-10" />}
      action={<AddToCartButton product={{ category: '', ...product }} size="small" className="max-sm:px-2" />}
      below={below}
    />
  )
}
