import type { RefObject } from 'react'
import type { Product } from '#contracts/catalog'
import { AddToCartButton } from '../../../features/cart/add-to-cart-button.tsx'
import { useRoom } from '../../../features/cart/use-room.ts'
import { FootBar } from '../../../ui/foot-bar.tsx'
import { Price } from '../../../ui/price.tsx'
import { useOutOfWindow } from '../../../ui/use-out-of-window.ts'

interface BuyBarProps {
  readonly product: Product
  /** How many the visitor chose. */
  readonly chosen: number
  /** The line of the page's own button. */
  readonly action: RefObject<HTMLElement | null>
}

/**
 * On a phone while the page's own button is above the window: the price and the way into the cart. There is never more
 * than one of the two to see.
 */
export function BuyBar({ product, chosen, action }: BuyBarProps) {
  const isShown = useOutOfWindow(action) === 'above' && product.inStock
  const { quantity, most } = useRoom(product, chosen)
  if (!isShown) return null
  return (
    <FootBar label={`Buy ${product.name}`} className="md:hidden">
      <Price amount={product.price} originalAmount={product.originalPrice} />
      <AddToCartButton product={product} quantity={quantity} isUsedUp={most === 0} className="min-w-40" />
    </FootBar>
  )
}
