import type { Order } from './order.ts'

/** A product that was delivered to a customer, with the latest order that it came in. */
export interface ReceivedProduct {
  readonly productId: number
  readonly productName: string
  readonly image: string
  readonly orderId: number
}

/** Each product of these delivered orders once, from the newest order; `orders` come newest first. */
export function receivedProductsOf(orders: readonly Pick<Order, 'id' | 'lines'>[]): readonly ReceivedProduct[] {
  const received = new Map<number, ReceivedProduct>()
  for (const { id: orderId, lines } of orders) {
    for (const { productId, productName, image } of lines) {
      if (!received.has(productId)) received.set(productId, { productId, productName, image, orderId })
    }
  }
  return [...received.values()]
}
