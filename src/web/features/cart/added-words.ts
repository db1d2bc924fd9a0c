import { paths } from '../../lib/paths.ts'
import type { ToastMessage } from '../../ui/toast.tsx'
import type { AddedProduct } from './cart.ts'
import type { Again } from './order-again.ts'
import { isEndedByStock, mostInCart } from './room.ts'

const VIEW_CART = { label: 'View cart', to: paths.cart() }

/**
 * What is said after a press on Add to Cart (specification 1, section 8), and why where fewer could be added than
 * wanted.
 */
export function addedWords(product: AddedProduct, wanted: number, added: number): ToastMessage {
  const most = mostInCart(product)
  const areIn = most === 1 ? 'it is' : 'all are'
  if (added === 0)
    return {
      title: 'No more to add',
      description: `${limitWords(product, most)} of ${product.name}; ${areIn} in your cart.`,
      action: VIEW_CART,
    }
  const words = `${product.name} has been added to your cart.`
  return {
    title: 'Added to cart',
    description: added < wanted ? `${words} ${limitWords(product, most)}; ${areIn} in it now.` : words,
    action: VIEW_CART,
  }
}

/** @param added how many could be added of each product that was found */
export function againWords({ found, missing }: Again, added: readonly number[]): ToastMessage {
  const fewer = found.filter(({ quantity }, at) => (added[at] ?? 0) < quantity).map(({ product }) => product.name)
  const notOnSale = missing.length === 0 ? '' : ` Not on sale now: ${missing.join(', ')}.`
  if (found.length === 0)
    return { title: 'Nothing added', description: 'None of these products is on sale now.', variant: 'destructive' }
  if (added.every((pieces) => pieces === 0))
    return {
      title: 'No more to add',
      description: `All that is left of the order is in your cart.${notOnSale}`,
      action: VIEW_CART,
    }
  const tooFew = fewer.length === 0 ? '' : ` Fewer than before, because no more are left: ${fewer.join(', ')}.`
  return {
    title: 'Added to cart',
    description: `The order is in your cart at today’s prices.${tooFew}${notOnSale}`,
    action: VIEW_CART,
  }
}

function limitWords(product: AddedProduct, most: number): string {
  if (!isEndedByStock(product)) return `An order holds at most ${most}`
  return most === 1 ? 'Only 1 is left' : `Only ${most} are left`
}
