import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import type { SavedAddress } from '#contracts/account'
import type { Order } from '#contracts/orders'
import { SCREENS } from '#contracts/screens'
import { useAddresses } from '../../features/addresses/use-addresses.ts'
import { LineNotices } from '../../features/cart/line-notices.tsx'
import { useCart } from '../../features/cart/use-cart.ts'
import { useRepricing } from '../../features/cart/use-repricing.ts'
import type { AddressFields } from '../../features/checkout/checkout-fields.ts'
import { CheckoutForm } from '../../features/checkout/checkout-form.tsx'
import { OrderConfirmation } from '../../features/checkout/order-confirmation.tsx'
import { SignInRequired } from '../../features/checkout/sign-in-required.tsx'
import { noteReturnPath } from '../../features/session/return-path.ts'
import { useSession } from '../../lib/session.ts'
import { Head } from '../../lib/head.tsx'
import { toast } from '../../ui/toast.tsx'
import { paths } from '../../lib/paths.ts'
import { productsToday } from './products-today.ts'

/** The cart is emptied when the confirmation is on screen (specification 1, section 4). */
const CLEAR_CART_AFTER_MS = 100
const SIGN_IN_AFTER_MS = 1000
const NO_ADDRESSES: readonly SavedAddress[] = []

/** Checkout and, on the same screen, the confirmation (specification 1, section 2). */
export default function CheckoutPage() {
  const { items, costs, isReady, clear } = useCart()
  const { user, isLoading } = useSession()
  const book = useAddresses(user?.id ?? null)
  const { noticesFor, repriceNow } = useRepricing(productsToday)
  const [placed, setPlaced] = useState<Order | null>(null)

  function confirm(order: Order): void {
    setPlaced(order)
    toast({ title: 'Order placed successfully!', description: `Your order #${order.id} has been confirmed.` })
    setTimeout(clear, CLEAR_CART_AFTER_MS)
  }

  /** The order stands whatever becomes of this. */
  function saveAddress(address: AddressFields): void {
    const isFirst = book.data?.length === 0
    book
      .add({ ...address, type: 'shipping', company: '', phone: '', isDefault: isFirst })
      .catch((error: unknown) => console.warn('The address was not saved', error))
  }

  function signInAgain(): void {
    noteReturnPath(paths.checkout(), Date.now())
    setTimeout(() => window.location.assign('/api/login'), SIGN_IN_AFTER_MS)
  }

  function noteOf(productId: number) {
    const item = items.find((each) => each.productId === productId)
    return item && <LineNotices item={item} notices={noticesFor(item)} />
  }

  if (placed !== null) {
    return (
      <>
        <Head title="Order Confirmed" noindex />
        <div className="wrap py-8 sm:py-12">
          <OrderConfirmation order={placed} />
        </div>
      </>
    )
  }
  if (isReady && items.length === 0) return <Navigate to={paths.cart()} replace />
  return (
    <>
      <Head title={SCREENS.checkout.title} description="Where your order goes, and how you pay." noindex />
      {!isReady || isLoading ? (
        <div className="wrap grid min-h-[60vh] place-items-center py-12">
          <p role="status" className="text-lg text-soft">
            Loading...
          </p>
        </div>
      ) : user === null ? (
        <div className="wrap py-10 sm:py-16">
          <SignInRequired />
        </div>
      ) : (
        <div className="wrap py-8 sm:py-12">
          <Link
            to={paths.cart()}
            className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to Cart
          </Link>
          <h1 tabIndex={-1} className="mt-1 mb-7 text-4xl sm:text-5xl">
            Checkout
          </h1>
          <CheckoutForm
            key={user.id}
            user={user}
            lines={items}
            costs={costs}
            noteOf={noteOf}
            savedAddresses={book.data ?? NO_ADDRESSES}
            onSaveAddress={saveAddress}
            onPlaced={confirm}
            onRefused={repriceNow}
            onUnauthorized={signInAgain}
          />
        </div>
      )}
    </>
  )
}
