import { Check, ShoppingCart } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Product } from '#contracts/catalog'
import { Button } from '../../ui/button.tsx'
import type { CartProduct } from './cart.ts'
import { useCart } from './use-cart.ts'

/** How long an add takes for the eye, in ms: a double click adds once, and the answer can be seen. */
const ADDING_MS = 350

export interface AddToCartButtonProps {
  readonly product: CartProduct & Pick<Product, 'inStock'>
  readonly quantity?: number
  readonly size?: 'small' | 'medium' | 'large'
  readonly className?: string
}

/**
 * Puts the product into the cart; disabled when it is out of stock and while an add is in progress
 * (specification 1, section 4).
 */
export function AddToCartButton({ product, quantity = 1, size, className }: AddToCartButtonProps) {
  const { add } = useCart()
  const [isAdding, setIsAdding] = useState(false)

  useEffect(() => {
    if (!isAdding) return
    const timer = setTimeout(() => setIsAdding(false), ADDING_MS)
    return () => clearTimeout(timer)
  }, [isAdding])

  function addOnce(): void {
    setIsAdding(true)
    add(product, quantity)
  }

  const Icon = isAdding ? Check : ShoppingCart
  return (
    <Button
      variant={product.inStock ? 'solid' : 'quiet'}
      {...(size !== undefined && { size })}
      {...(className !== undefined && { className })}
      disabled={!product.inStock || isAdding}
      onClick={addOnce}
      aria-description={product.name}
    >
      <Icon aria-hidden size={size === 'large' ? 20 : 17} />
      Add to Cart
    </Button>
  )
}
