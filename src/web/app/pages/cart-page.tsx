import { useRef } from 'react'
import { SCREENS } from '#contracts/screens'
import { CartLine } from '../../features/cart/cart-line.tsx'
import { CheckoutBar } from '../../features/cart/checkout-bar.tsx'
import { CartSummary } from '../../features/cart/cart-summary.tsx'
import { useCart } from '../../features/cart/use-cart.ts'
import { useRepricing } from '../../features/cart/use-repricing.ts'
import { DeliveryLine } from '../../features/delivery/delivery-line.tsx'
import { formatCount } from '../../lib/format.ts'
import { Head } from '../../lib/head.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'

/** From so many lines on, total and way on are more than a phone's window away. */
const LONG_CART = 5

/**
 * The cart (specification 1, section 2). The server's page has both: the empty cart and the frame of a filled one. Its
 * script shows the one that is the visitor's before anything is painted, and the other goes when the page comes alive.
 */
export default function CartPage() {
  const { items, count, costs, isReady } = useCart()
  const action = useRef<HTMLDivElement>(null)
  const { noticesFor, leftOf, blocked, changedPrices, hasFailed } = useRepricing()

  const lines = useRef<HTMLUListElement>(null)

  useFocusWhenFewer(items.length)

  /** Among many lines, the first that cannot be ordered may be far below. */
  function leadToBlocked(): void {
    const index = items.findIndex(({ productId }) => productId === blocked[0]?.productId)
    const line = lines.current?.children[index]
    line?.scrollIntoView({ block: 'center' })
    line?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true })
  }

  return (
    <>
      <Head title={SCREENS.cart.title} description="What you are about to buy." noindex />
      <div className="wrap py-8 sm:py-12">
        {!isReady && <script src="/cart-state.js" />}
        {(!isReady || items.length === 0) && (
          <EmptyState
            heading="h1"
            title="Your cart is empty"
            description="Looks like you haven't added any items to your cart yet."
            drawing={illustration('empty-cart')}
            {...(!isReady && { className: 'in-[[data-cart=filled]]:hidden' })}
          >
            <ButtonLink to={paths.products()} size="large">
              Continue Shopping
            </ButtonLink>
          </EmptyState>
        )}
        {(!isReady || items.length > 0) && (
          <div className={isReady ? undefined : 'not-in-[[data-cart=filled]]:hidden'}>
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
                Shopping Cart
              </h1>
              {isReady && <p className="text-soft">{formatCount(count, 'item')}</p>}
            </div>
            <div role="status" className="mt-3 grid gap-1 text-sm">
              {changedPrices > 0 && (
                <p>
                  {formatCount(changedPrices, 'price')} changed since you added the{' '}
                  {changedPrices === 1 ? 'item' : 'items'}; the total is up to date.
                </p>
              )}
              {blocked.length > 0 && (
                <p>
                  {formatCount(blocked.length, 'item')} cannot be ordered as{' '}
                  {blocked.length === 1 ? 'it is' : 'they are'}.{' '}
                  {items.length >= LONG_CART && (
                    <button type="button" className="tap-room text-link" onClick={leadToBlocked}>
                      {blocked.length === 1 ? 'Show it' : 'Show the first'}
                    </button>
                  )}
                </p>
              )}
              {hasFailed && (
                <p>Some prices could not be compared with the shop just now. They are checked again when you order.</p>
              )}
            </div>
            <div className="mt-4 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
              {isReady ? (
                <ul ref={lines} className="border-t border-line">
                  {items.map((item) => (
                    <CartLine key={item.productId} item={item} notices={noticesFor(item)} left={leftOf(item)} />
                  ))}
                </ul>
              ) : (
                <div className="grid gap-5 border-t border-line py-5">
                  <Skeleton className="h-32" />
                  <Skeleton className="h-32" />
                </div>
              )}
              {isReady ? (
                <CartSummary costs={costs} delivery={<DeliveryLine className="text-sm" />} action={action} />
              ) : (
                <Skeleton className="h-80" />
              )}
            </div>
          </div>
        )}
      </div>
      {isReady && items.length >= LONG_CART && <CheckoutBar totalCents={costs.totalCents} action={action} />}
    </>
  )
}
