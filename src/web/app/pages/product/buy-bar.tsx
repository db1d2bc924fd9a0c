import { useEffect, useState, type RefObject } from 'react'
import type { Product } from '#contracts/catalog'
import { AddToCartButton } from '../../../features/cart/add-to-cart-button.tsx'
import { useRoom } from '../../../features/cart/use-room.ts'
import { usePageMark } from '../../../lib/use-page-mark.ts'
import { Price } from '../../../ui/price.tsx'

interface BuyBarProps {
  readonly product: Product
  /** How many the visitor chose. */
  readonly chosen: number
  /** The line of the page's own button. */
  readonly action: RefObject<HTMLElement | null>
}

/**
 * On a phone, at the foot of the window while the page's own button is above it: the price and the way into the cart.
 * There is never more than one of the two to see, and no place is kept for the bar: at the page's end it lies on the
 * empty room below the products.
 */
export function BuyBar({ product, chosen, action }: BuyBarProps) {
  const isShown = useIsPassed(action) && product.inStock
  const { quantity, most } = useRoom(product, chosen)
  usePageMark('buy-bar', isShown)
  if (!isShown) return null
  return (
    <div className="sticky bottom-(--banner) z-20 h-0 md:hidden" data-at-foot="" data-print="hide">
      <section
        aria-label={`Buy ${product.name}`}
        className="absolute inset-x-0 bottom-0 border-t-2 border-ink bg-sheet motion-safe:animate-[paper-feed_180ms_ease-out]"
      >
        <div className="wrap flex items-center justify-between gap-4 py-2">
          <Price amount={product.price} originalAmount={product.originalPrice} />
          <AddToCartButton product={product} quantity={quantity} isUsedUp={most === 0} className="min-w-40" />
        </div>
      </section>
    </div>
  )
}

/** Whether an element has left the window at its upper edge. */
function useIsPassed(element: RefObject<HTMLElement | null>): boolean {
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setPassed(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isPassed
}
