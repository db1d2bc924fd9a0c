import type { SavedCart } from '#contracts/account'
import { MAX_ORDER_LINES } from '#contracts/limits'
import type { BasesOwner, SyncedCollection } from '../../lib/synced-collection.ts'
import { fetchCurrentProducts, type CurrentProducts } from '../../lib/current-products.ts'
import type { Cart, CartItem, CartProduct } from './cart.ts'
import { changeCart, onCartChange, readCart } from './use-cart.ts'

/** The cart as the server keeps it: products and quantities. */
export function savedCartOf(cart: Cart): SavedCart {
  return { items: cart.items.map(({ productId, quantity }) => ({ productId, quantity })) }
}

/**
 * The browser's cart after the server's state has arrived: a line that is otherwise than in one of the bases was changed
 * here and stays as it is here, every other line becomes as it is on the server. Lines keep their place; new ones come
 * last. A line whose product is no longer sold stays, because the cart page shows that beside it, but not with another
 * customer than whose it was.
 * @param bases the carts from which the server's may have been made: this browser's when it asked, or what it has sent
 * @param whose whose account had these carts
 * @param products those of the lines that are on one side only
 * @param now the moment, in milliseconds; becomes the new lines' id
 */
export function rebaseCart(
  cart: Cart,
  saved: SavedCart,
  { bases, whose }: { readonly bases: readonly SavedCart[]; readonly whose: BasesOwner },
  products: CurrentProducts<CartProduct>,
  now: number,
): Cart {
  const onServer = quantitiesOf(saved)
  const before = bases.map(quantitiesOf)
  const here = quantitiesOf(cart)
  const changedHere = (productId: number) => before.some((base) => base.get(productId) !== here.get(productId))

  const kept = cart.items.flatMap((item): CartItem[] => {
    if (changedHere(item.productId)) return [item]
    const quantity = onServer.get(item.productId)
    if (quantity === undefined) return whose === 'this customer' && products.get(item.productId) === null ? [item] : []
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

function quantitiesOf({ items }: { readonly items: readonly SavedLine[] }): ReadonlyMap<number, number> {
  return new Map(items.map(({ productId, quantity }) => [productId, quantity]))
}

type SavedLine = SavedCart['items'][number]

/** The cart, which its customer finds in every browser (specification 2, section 3, cart_items). */
export const cartCollection: SyncedCollection<SavedCart> = {
  stateKey: 'mr-printer-cart-saved',
  path: '/api/user/cart',
  read: () => savedCartOf(readCart()),
  fingerprint: ({ items }) =>
    JSON.stringify(
      items.map(({ productId, quantity }) => [productId, quantity]).toSorted(([one = 0], [other = 0]) => one - other),
    ),
  onChange: onCartChange,
  async applyRemote(saved, basesNow, whose) {
    const here = readCart().items.map((item) => item.productId)
    const there = saved.items.map((item) => item.productId)
    const onOneSide = [...there.filter((id) => !here.includes(id)), ...here.filter((id) => !there.includes(id))]
    const products = await fetchCurrentProducts(onOneSide)
    // Without their names they cannot be shown, and saving without them would lose them.
    if (onOneSide.some((id) => !products.has(id))) throw new Error('Some products of the saved cart could not be read')
    const bases = basesNow()
    if (bases === null) return
    changeCart((cart) => {
      const after = rebaseCart(cart, saved, { bases, whose }, products, Date.now())
      return JSON.stringify(after) === JSON.stringify(cart) ? cart : after
    })
  },
  clear: () => changeCart((cart) => ({ ...cart, items: [] })),
}
