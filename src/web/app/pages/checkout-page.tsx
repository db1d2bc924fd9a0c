import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import { SCREENS } from '#contracts/screens'
import { useAddresses } from '../../features/addresses/use-addresses.ts'
import { LineNotices } from '../../features/cart/line-notices.tsx'
import { clearOrdered } from '../../features/cart/clear-ordered.ts'
import { useCart, type CartAccess } from '../../features/cart/use-cart.ts'
import { useRepricing } from '../../features/cart/use-repricing.ts'
import type { AddressFields } from '../../features/checkout/checkout-fields.ts'
import { CheckoutForm } from '../../features/checkout/checkout-form.tsx'
import { OrderConfirmation } from '../../features/checkout/order-confirmation.tsx'
import { placedOrderIn, placedOrderState } from '../../features/checkout/placed-order.ts'
import { SignInRequired } from '../../features/checkout/sign-in-required.tsx'
import { DeliveryLine } from '../../features/delivery/delivery-line.tsx'
import { CustomerGate } from '../../features/session/customer-gate.tsx'
import { noteReturnPath } from '../../features/session/return-path.ts'
import { Head } from '../../lib/head.tsx'
import { unlessLeft, useLateNavigate } from '../../lib/late-navigation.ts'
import { paths } from '../../lib/paths.ts'
import { illustration } from '../illustrations.ts'
import { toast } from '../../ui/toast.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'

/** The cart is emptied when the confirmation is on screen (specification 1, section 4). */
const CLEAR_CART_AFTER_MS = 100
const SIGN_IN_AFTER_MS = 1000
const NO_ADDRESSES: readonly SavedAddress[] = []

/** Checkout and, on the same screen, the confirmation (specification 1, section 2). */
export default function CheckoutPage() {
  const cart = useCart()
  const { state, pathname } = useLocation() as { state: unknown; pathname: string }
  const [isLeaving, setIsLeaving] = useState(false)
  const [sent, setSent] = useState<CartAccess | null>(null)
  const [isPlaced, setIsPlaced] = useState(false)

  useEffect(() => {
    if (!isLeaving) return
    const signIn = unlessLeft(pathname, () => {
      noteReturnPath(paths.checkout(), Date.now())
      window.location.assign('/api/login')
    })
    const timer = setTimeout(signIn, SIGN_IN_AFTER_MS)
    // By Back this page may come as it was left.
    const comeBack = () => setIsLeaving(false)
    window.addEventListener('pageshow', comeBack)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [isLeaving, pathname])

  // The cart may be emptied a moment before the confirmation is on screen, and by another tab while the order is on its
  // way: what the order came to must be read here.
  const shown = cart.items.length === 0 && sent !== null ? sent : cart
  const hasNothing = cart.isReady && shown.items.length === 0 && !isPlaced
  return (
    // A refused order leads to the sign-in page by itself.
    <CustomerGate loading={<Loading />} denied={hasNothing ? <ToCart /> : <Anonymous />} isCovered={!isLeaving}>
      {(user) => {
        const placed = cart.isReady ? placedOrderIn(state, user.id) : null
        if (placed !== null) return <Confirmation order={placed} />
        if (hasNothing) return <ToCart />
        if (!cart.isReady) return <Loading />
        return (
          <Checkout
            key={user.id}
            user={user}
            isLeaving={isLeaving}
            cart={shown}
            onSending={(isSending) => setSent(isSending ? cart : null)}
            onPlaced={() => setIsPlaced(true)}
            onUnauthorized={() => setIsLeaving(true)}
          />
        )
      }}
    </CustomerGate>
  )
}

interface CheckoutProps {
  readonly user: User
  readonly cart: CartAccess
  /** The session has ended, and the sign-in page is about to open. */
  readonly isLeaving: boolean
  /** The order is on its way, or has been refused. */
  readonly onSending: (isSending: boolean) => void
  readonly onPlaced: () => void
  readonly onUnauthorized: () => void
}

function Checkout({ user, cart: { items, costs }, isLeaving, onSending, onPlaced, onUnauthorized }: CheckoutProps) {
  const book = useAddresses(user.id)
  const { noticesFor, blocked, repriceNow } = useRepricing()
  const navigate = useLateNavigate()
  // "Remove" takes the line with it, and "Take 2" what is said of the line.
  useFocusWhenFewer(items.reduce((count, item) => count + 1 + noticesFor(item).length, 0))

  function confirm(order: Order): void {
    onPlaced()
    navigate(paths.checkout(), { replace: true, state: placedOrderState(order, user.id) })
    toast({ title: 'Order placed successfully!', description: `Your order #${order.id} has been confirmed.` })
    setTimeout(() => clearOrdered(items), CLEAR_CART_AFTER_MS)
  }

  /** The order stands whether or not the address can be saved. */
  function saveAddress(address: AddressFields): void {
    const isFirst = book.data?.length === 0
    book
      .add({ ...address, type: 'shipping', company: '', phone: '', isDefault: isFirst })
      .catch((error: unknown) => console.warn('The address was not saved', error))
  }

  function noteOf(productId: number) {
    const item = items.find((each) => each.productId === productId)
    return item && <LineNotices item={item} notices={noticesFor(item)} />
  }

  return (
    <div className="wrap py-8 sm:py-12">
      <CheckoutHead />
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
        user={user}
        lines={items}
        costs={costs}
        noteOf={noteOf}
        hasBlockedLines={blocked.length > 0}
        renderDelivery={(method) => <DeliveryLine method={method} className="text-sm" />}
        savedAddresses={book.data ?? NO_ADDRESSES}
        isLeaving={isLeaving}
        onSaveAddress={saveAddress}
        onSending={onSending}
        onPlaced={confirm}
        onRefused={repriceNow}
        onUnauthorized={onUnauthorized}
      />
    </div>
  )
}

function CheckoutHead() {
  return <Head title={SCREENS.checkout.title} description="Where your order goes, and how you pay." noindex />
}

function Confirmation({ order }: { readonly order: Order }) {
  return (
    <>
      <Head title="Order Confirmed" noindex />
      <div className="wrap py-8 sm:py-12">
        <OrderConfirmation order={order} />
      </div>
    </>
  )
}

function Anonymous() {
  return (
    <div className="wrap py-10 sm:py-16">
      <CheckoutHead />
      <SignInRequired />
    </div>
  )
}

function ToCart() {
  const navigate = useLateNavigate()
  useEffect(() => navigate(paths.cart(), { replace: true }), [navigate])
  return null
}

function Loading() {
  return (
    <div className="wrap grid min-h-[60vh] place-items-center py-12">
      <CheckoutHead />
      <div className="grid justify-items-center gap-4 noscript:hidden">
        <span className="lit-sheet block rounded border border-line p-4">
          <img
            src={illustration('order-confirmed')}
            alt=""
            width={240}
            height={180}
            className="h-[180px] w-[240px] object-contain"
          />
        </span>
        <p role="status" className="text-lg text-soft">
          Loading...
        </p>
      </div>
    </div>
  )
}
