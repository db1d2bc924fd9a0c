import { useAtomValue } from 'jotai'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { AddressBook } from '../../../features/addresses/address-book.tsx'
import { ProfileCard } from '../../../features/account/profile-card.tsx'
import type { ShownLine } from '../../../features/orders/order-items.tsx'
import { useOrders } from '../../../features/orders/use-orders.ts'
import { useReviewable, type Reviewable } from '../../../features/reviews/use-reviewable.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { signingOut } from '../../../lib/session.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFailed } from '../../../ui/panel-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { OrdersGuard } from './orders-guard.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { useOpenedOrder } from './use-opened-order.ts'
import { useOrderAgain } from './use-order-again.ts'

const SettingsTab = lazyPart(() => import('./settings-tab.tsx').then((module) => module.SettingsTab), {
  pending: (
    <div aria-busy="true">
      <Skeleton className="h-96" />
    </div>
  ),
  Failed: PanelFailed,
})
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

const TABS = [
  ['overview', 'Overview'],
  ['orders', 'Orders'],
  ['profile', 'Profile'],
  ['settings', 'Settings'],
] as const

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
  const [tab] = TABS.find(([name]) => name === search.get('tab')) ?? TABS[0]
  // Mails lead to an order and its invoice by ?order=.
  const viewed = useOpenedOrder(orders, Number(search.get('order')) || null)
  const tracked = useOpenedOrder(orders)
  const changed = useOpenedOrder(orders)
  const [reviewing, setReviewing] = useState<Reviewable | null>(null)
  const delivered = (orders ?? []).filter((order) => order.status === 'delivered')
  const reviewable = useReviewable(delivered.length === 0 ? null : user.id, String(delivered.length))
  const orderAgain = useOrderAgain()
  useEffect(() => whenIdle(SettingsTab.preload), [])

  function openTab(name: string): void {
    setSearch(name === 'overview' ? {} : { tab: name }, { replace: true })
  }

  function closeViewed(): void {
    viewed.close()
    if (search.has('order')) openTab(tab)
  }

  function reviewAction(order: Order, line: ShownLine) {
    const product = order.status === 'delivered' ? reviewable.find(line.productId) : null
    return product !== null && <ReviewButton product={product} onWrite={setReviewing} />
  }

  return (
    <>
      <AccountHead user={user} onSignOut={onSignOut} />
      <p role="status" className="sr-only">
        {lastMove}
      </p>
      <Tabs value={tab} onValueChange={openTab}>
        <TabList aria-label="My Account">
          {TABS.map(([name, label]) => (
            // All four fit side by side on a phone.
            <Tab key={name} value={name} className="max-sm:px-2 max-sm:text-sm">
              {label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="overview">
          <OrdersGuard orders={orders} hasFailed={hasFailed} onRetry={retry}>
            {(list) => <OverviewPanel user={user} orders={list} areKnown={orders !== undefined} onView={viewed.open} />}
          </OrdersGuard>
        </TabPanel>
        <TabPanel value="orders">
          <OrdersGuard orders={orders} hasFailed={hasFailed} onRetry={retry}>
            {(list) => (
              <OrdersPanel
                orders={list}
                onView={viewed.open}
                onTrack={tracked.open}
                onChange={changed.open}
                onAgain={orderAgain.add}
                adding={orderAgain.adding}
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
          <SettingsTab user={user} />
        </TabPanel>
      </Tabs>
      {viewed.order !== null && <OrderDetailsDialog order={viewed.order} onClose={closeViewed} />}
      {changed.order !== null && (
        <ChangeOrderDialog order={changed.order} onClose={changed.close} onChanged={applyOrder} />
      )}
      {tracked.order !== null && <TrackOrderDialog order={tracked.order} onClose={tracked.close} />}
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

function AccountHead({ user, onSignOut }: Pick<AccountProps, 'user' | 'onSignOut'>) {
  const isSigningOut = useAtomValue(signingOut)
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-2">
        <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
          My Account
        </h1>
        <p className="text-lg text-soft [overflow-wrap:anywhere]">Welcome back, {user.firstName || user.email}.</p>
      </div>
      <Button variant="quiet" aria-disabled={isSigningOut} onClick={onSignOut}>
        <LogOut aria-hidden="true" className="size-4" />
        {isSigningOut ? 'Signing out...' : 'Logout'}
      </Button>
    </div>
  )
}

function ReviewButton({
  product,
  onWrite,
}: {
  readonly product: Reviewable
  readonly onWrite: (product: Reviewable) => void
}) {
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={() => onWrite(product)}
      aria-description={product.productName}
      className="my-1"
    >
      Write a review
    </Button>
  )
}
