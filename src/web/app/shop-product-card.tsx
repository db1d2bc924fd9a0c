import { createContext, memo, use } from 'react'
import { AddToCartButton } from '../features/cart/add-to-cart-button.tsx'
import { ProductCard, type CardProduct } from '../features/catalog/product-card.tsx'
import { CompareChoice } from '../features/compare/compare-choice.tsx'
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx'
import { ServerMarkup } from '../lib/server-markup.tsx'

export interface ShopProductCardProps {
  /** The category is for the cart; a wishlist from another browser may not know it. */
  readonly product: CardProduct & { readonly category?: string }
  readonly heading?: 'h2' | 'h3'
  readonly isFirst?: boolean
  readonly isLargest?: boolean
  /** Whether Compare stands below the cart's button. */
  readonly isComparable?: boolean
}

/** How the server renders cards without React (rendering/card-templates.tsx); in the browser there is nothing. */
export const CardMarkupContext = createContext<((card: ShopProductCardProps) => string) | null>(null)

/**
 * The catalog's card with the wishlist's heart and the cart's button (specification 1, section 2). Rendered again only for
 * another product: a list has 24 of them, which would keep every press there waiting.
 */
export const ShopProductCard = memo(function ShopProductCard(props: ShopProductCardProps) {
  const renderCard = use(CardMarkupContext)
  if (renderCard !== null) return <ServerMarkup html={renderCard(props)} />
  const { product, heading = 'h3', isFirst = false, isLargest = false, isComparable = false } = props
  return (
    <ProductCard
      product={product}
      heading={heading}
      isFirst={isFirst}
      isLargest={isLargest}
      heart={<WishlistButton product={product} className="tap-room max-sm:size-10" />}
      action={
        <AddToCartButton product={{ category: '', ...product }} variant="quiet" size="small" className="max-sm:px-2" />
      }
      below={isComparable && <CompareChoice product={product} />}
    />
  )
})
