import { Check } from 'lucide-react'
import type { Product } from '#contracts/catalog'
import { classNames } from '../../lib/class-names.ts'
import { FilledIn } from '../../lib/server-markup.tsx'
import { Button, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx'
import { CartIcon } from '../../ui/cart-icon.tsx'
import type { AddedProduct } from './cart.ts'
import { useCooldown } from '../../ui/use-cooldown.ts'
import { addToCart } from './use-cart.ts'

const ADDING_MS = 350

export interface AddToCartButtonProps {
  readonly product: AddedProduct & Pick<Product, 'inStock'>
  readonly quantity?: number
  /** All that can be bought is in the cart: it looks disabled, and a press says why. */
  readonly isUsedUp?: boolean
  /** Quiet in lists; the one strong button is on the product's own page. */
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly wide?: boolean
  readonly className?: string
}

/**
 * Puts the product into the cart; disabled when it is out of stock and while an add is in progress
 * (specification 1, section 4). Where nothing could be added, it does not look as if something had been.
 */
export function AddToCartButton({
  product,
  quantity = 1,
  isUsedUp = false,
  variant,
  size,
  wide,
  className,
}: AddToCartButtonProps) {
  const [isAdding, beginAdding] = useCooldown(ADDING_MS)

  function addOnce(): void {
    if (addToCart(product, quantity)) beginAdding()
  }

  const Icon = isAdding ? Check : CartIcon
  const isDisabled = !product.inStock || isAdding
  return (
    <FilledIn
      name={`add to cart ${isDisabled} ${isUsedUp} ${variant} ${size} ${wide} ${className}`}
      texts={[product.name]}
    >
      {([name]) => (
        <Button
          variant={variant}
          size={size}
          wide={wide}
          className={classNames('whitespace-nowrap', isUsedUp && 'border-line! bg-wash! text-soft!', className)}
          disabled={isDisabled}
          {...(isUsedUp && { 'aria-disabled': true })}
          onClick={addOnce}
          aria-description={name}
        >
          {/* Two cards beside each other on a phone have room for the words only. */}
          <Icon
            aria-hidden="true"
            className={classNames('size-[1.1em] shrink-0', size === 'small' && 'max-sm:hidden')}
          />
          Add to Cart
        </Button>
      )}
    </FilledIn>
  )
}
