import type { SavedCart } from '#contracts/account'
import { MAX_ORDER_LINES } from '#contracts/limits'
import type { FollowedThing } from '../../lib/saved-copy.ts'
import type { Cart, CartItem, CartProduct } from './cart.ts'
import { changeCart, onCartChange, readCart } from './use-cart.ts'

/** Asks the shop for products: null for what it does not sell any more, left out what was not answered. */
type AskShop = (productIds: readonly number[]) => Promise<ReadonlyMap<number, CartProduct | null>>

/** The cart as the server keeps it: products and quantities. */
export function savedCartOf(cart: Cart): SavedCart {
  return { items: cart.items.map(({ productId, quantity }) => ({ productId, quantity })) }
}

/**
 * The browser's cart after the server's state has come: what changed here since the question stays as it is here, the
 * rest is as on the server. Lines keep their place; new ones come last. A line whose product is sold no more stays,
 * since the cart says so of it.
 * @param products of the lines that are on one side only; null for what is sold no more
 * @param now the moment, in milliseconds; becomes the new lines' id
 */
export function rebaseCart(
  cart: Cart,
  saved: SavedCart,
  asked: SavedCart,
  products: ReadonlyMap<number, CartProduct | null>,
  now: number,
): Cart {
  const onServer = new Map(saved.items.map((item) => [item.productId, item.quantity]))
  const before = new Map(asked.items.map((item) => [item.productId, item.quantity]))
  const here = new Map(cart.items.map((item) => [item.productId, item.quantity]))
  const changedHere = (productId: number) => here.get(productId) !== before.get(productId)

  const kept = cart.items.flatMap((item): CartItem[] => {
    if (changedHere(item.productId)) return [item]
    const quantity = onServer.get(item.productId)
    if (quantity === undefined) return products.get(item.productId) === null ? [item] : []
    return [quantity === item.quantity ? item : { ...item, quantity }]
  })
  const firstId = cart.items.reduce((free, item) => Math.max(free, item.id + 1), now)
  const added = saved.items.flatMap(({ productId, quantity }, index): CartItem[] => {
    const product = products.get(productId)
    if (here.has(productId) || changedHere(productId) || !product) return []
    const { id, name, price, image, category } = product
    return [{ id: firstId + index, productId, quantity, product: { id, name, price, image, category } }]
  })
  return { ...cart, items: [...kept, ...added].slice(0, MAX_ORDER_LINES) }
}

/** The cart follows its customer to other browsers (specification 2, section 3, cart_items). */
export function followedCart(askShop: AskShop): FollowedThing<SavedCart> {
  return {
    noteKey: 'mr-printer-cart-saved',
    path: '/api/user/cart',
    read: () => savedCartOf(readCart()),
    mark: ({ items }) =>
      JSON.stringify(
        items.map(({ productId, quantity }) => [productId, quantity]).toSorted(([one = 0], [other = 0]) => one - other),
      ),
    onChange: onCartChange,
    async adopt(saved, asked) {
      const here = readCart().items.map((item) => item.productId)
      const there = saved.items.map((item) => item.productId)
      const onOneSide = [...there.filter((id) => !here.includes(id)), ...here.filter((id) => !there.includes(id))]
      const products = onOneSide.length === 0 ? new Map<number, CartProduct | null>() : await askShop(onOneSide)
      // Without their names they cannot be shown, and saving without them would lose them.
      if (onOneSide.some((id) => !products.has(id)))
        throw new Error('Some products of the saved cart could not be read')
      const after = rebaseCart(readCart(), saved, asked, products, Date.now())
      if (JSON.stringify(after) !== JSON.stringify(readCart())) changeCart(() => after)
    },
  }
}
