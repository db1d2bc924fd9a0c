import { productsByIdPath } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import { addAgain } from '../../../features/cart/use-cart.ts'
import { api } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { useAction } from '../../../lib/use-action.ts'
import { toast } from '../../../ui/toast.tsx'

export interface OrderAgain {
  /** Puts what an order had into the cart again, at today's prices. */
  readonly add: (order: Order) => void
  /** The number of the order whose products are being read; null while none are. */
  readonly adding: number | null
}

/** Ordering again what an order had. */
export function useOrderAgain(): OrderAgain {
  const { run, doing } = useAction<Order>(
    async ({ items }) => {
      const products = await api(productsByIdPath([...new Set(items.map(({ productId }) => productId))]))
      addAgain(items, products)
    },
    (error) => {
      const description = errorMessage(error, 'Failed to add item to cart. Please try again.')
      toast({ title: 'Error', description, variant: 'destructive' })
      return null
    },
  )
  return { add: run, adding: doing?.id ?? null }
}
