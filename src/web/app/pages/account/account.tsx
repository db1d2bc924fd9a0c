import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { productsByIdPath } from '#contracts/api-paths'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import { addAgain } from '../../../features/cart/use-cart.ts'
import { api } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { useAction } from '../../../lib/use-action.ts'
import { toast } from '../../../ui/toast.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { AddressBook } from '../../../features/addresses/address-book.tsx'
import { AlertList } from '../../../features/account/alert-list.tsx'
import { ProfileCard } from '../../../features/account/profile-card.tsx'
import { SessionList } from '../../../features/account/session-list.tsx'
import { SettingsPanel } from '../../../features/account/settings-panel.tsx'
import type { ShownLine } from '../../../features/orders/order-items.tsx'
import { useOrders } from '../../../features/orders/use-orders.ts'
import { useReviewable, type Reviewable } from '../../../features/reviews/use-reviewable.ts'
import { FailureNote } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'

const OrderDetailsDialog = lazyDialog(() =>
  import('../../../features/orders/order-details-dialog.tsx').then((module) => module.OrderDetailsDialog),
)
const ChangeOrderDialog = lazyDialog(() =>
  import('../../../features/orders/change-order-dialog.tsx').then((module) => module.ChangeOrderDialog),
)
const TrackOrderDialog = lazyDialog(() =>
  import('../../../features/orders/track-order-dialog.tsx').then((module) => module.TrackOrderDialog),
)
const ReviewDialog = lazyDialog(() =>
  import('../../../features/reviews/review-dialog.tsx').then((module) => module.ReviewDialog),
)

const TABS = ['overview', 'orders', 'profile', 'settings'] as const
/** All four fit side by side on a phone. */
const tabClass = 'max-sm:px-2 max-sm:text-sm'

interface AccountProps {
  readonly user: User
  readonly onProfileSaved: () => Promise<void>
  readonly onSignOut: () => void
}

/** The account of a signed-in customer; the tab is part of the address (specification 2, section 2). */
export function Account({ user, onProfileSaved, onSignOut }: AccountProps) {
  const { data: orders, error, lastMove, retry, applyOrder } = useOrders(user.id)
  const hasFailed = error !== undefined
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'overview'
  // Mails lead to an order and its invoice by ?order=.
  const [viewedId, setViewedId] = useState<number | null>(() => Number(search.get('order')) || null)
  const [trackedId, setTrackedId] = useState<number | null>(null)
  const [changedId, setChangedId] = useState<number | null>(null)
  const [reviewing, setReviewing] = useState<Reviewable | null>(null)
  const delivered = (orders ?? []).filter((order) => order.status === 'delivered')
  const reviewable = useReviewable(delivered.length === 0 ? null : user.id, String(delivered.length))

  // From the list, so that an open dialog shows a move as well.
  const orderOf = (id: number | null) => orders?.find((order) => order.id === id) ?? null
  const viewed = orderOf(viewedId)
  const tracked = orderOf(trackedId)
  const changed = orderOf(changedId)

  function closeViewed(): void {
    setViewedId(null)
    if (search.has('order')) openTab(tab)
  }

  function openTab(name: string): void {
    setSearch(name === 'overview' ? {} : { tab: name }, { replace: true })
  }

  const { run: orderAgain } = useAction<Order>(
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

  function reviewAction(order: Order, line: ShownLine) {
    const product = order.status === 'delivered' ? reviewable.find(line.productId) : null
    if (product === null) return null
    return (
      <Button
        variant="quiet"
        size="small"
        onClick={() => setReviewing(product)}
        aria-description={product.productName}
        className="my-1"
      >
        Write a review
      </Button>
    )
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-2">
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            My Account
          </h1>
          <p className="text-lg text-soft [overflow-wrap:anywhere]">Welcome back, {user.firstName || user.email}.</p>
        </div>
        <Button variant="quiet" onClick={onSignOut}>
          <LogOut aria-hidden="true" className="size-4" />
          Logout
        </Button>
      </div>
      <p role="status" className="sr-only">
        {lastMove}
      </p>
      <Tabs value={tab} onValueChange={openTab}>
        <TabList aria-label="My Account">
          <Tab value="overview" className={tabClass}>
            Overview
          </Tab>
          <Tab value="orders" className={tabClass}>
            Orders
          </Tab>
          <Tab value="profile" className={tabClass}>
            Profile
          </Tab>
          <Tab value="settings" className={tabClass}>
            Settings
          </Tab>
        </TabList>
        <TabPanel value="overview">
          <OrdersGuard orders={orders} hasFailed={hasFailed} onRetry={retry}>
            {(list) => <OverviewPanel user={user} orders={list} onView={(order) => setViewedId(order.id)} />}
          </OrdersGuard>
        </TabPanel>
        <TabPanel value="orders">
          <OrdersGuard orders={orders} hasFailed={hasFailed} onRetry={retry}>
            {(list) => (
              <OrdersPanel
                orders={list}
                onView={(order) => setViewedId(order.id)}
                onTrack={(order) => setTrackedId(order.id)}
                onChange={(order) => setChangedId(order.id)}
                onAgain={orderAgain}
                onCancelled={applyOrder}
                actionFor={reviewAction}
              />
            )}
          </OrdersGuard>
        </TabPanel>
        <TabPanel value="profile">
          <div className="grid gap-6">
            <ProfileCard user={user} onSaved={onProfileSaved} />
            <AddressBook user={user} />
          </div>
        </TabPanel>
        <TabPanel value="settings">
          <div className="grid gap-6">
            <SettingsPanel email={user.email} />
            <AlertList userId={user.id} />
            <SessionList userId={user.id} />
          </div>
        </TabPanel>
      </Tabs>
      {viewed !== null && <OrderDetailsDialog order={viewed} onClose={closeViewed} />}
      {changed !== null && (
        <ChangeOrderDialog order={changed} onClose={() => setChangedId(null)} onChanged={applyOrder} />
      )}
      {tracked !== null && <TrackOrderDialog order={tracked} onClose={() => setTrackedId(null)} />}
      {reviewing !== null && (
        <ReviewDialog
          userId={user.id}
          product={reviewing}
          onSettled={() => reviewable.forget(reviewing.productId)}
          onClose={() => setReviewing(null)}
        />
      )}
    </>
  )
}

interface OrdersGuardProps {
  readonly orders: readonly Order[] | undefined
  readonly hasFailed: boolean
  readonly onRetry: () => void
  readonly children: (orders: readonly Order[]) => React.ReactNode
}

/** Orders that could not be read are an empty list, and said to be so (specification 2, section 8). */
function OrdersGuard({ orders, hasFailed, onRetry, children }: OrdersGuardProps) {
  if (orders === undefined && !hasFailed) {
    return (
      <div aria-busy="true" className="grid gap-4">
        <p role="status" className="text-soft">
          Loading orders...
        </p>
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      {hasFailed && (
        <FailureNote
          message="Your orders could not be loaded just now. They are safe; please try again."
          onRetry={onRetry}
        />
      )}
      {(orders !== undefined || hasFailed) && children(orders ?? [])}
    </div>
  )
}
