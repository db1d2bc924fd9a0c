import { renderToString } from 'react-dom/server.edge'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { User } from '#contracts/identity'
import { anOrder } from '../../testing/an-order.ts'
import { OverviewPanel } from './account/overview-panel.tsx'
import { RecentOrders } from './track/recent-orders.tsx'

const nothing = () => {}
const orders = Array.from({ length: 7 }, (_, index) => anOrder({ id: 100007 - index }))
const user: User = {
  id: 'ada',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Marlow',
  phone: '',
  profileImageUrl: null,
  isEmailVerified: true,
  createdAt: '2024-06-30T12:00:00.000Z',
}

const numbersIn = (page: ReactNode, action: string) =>
  [...renderToString(<MemoryRouter>{page}</MemoryRouter>).matchAll(/aria-label="(\w+) order #(\d+)"/g)]
    .filter(([, word]) => word === action)
    .map(([, , number]) => number)

test('the account begins with three figures and the three latest orders (specification 2, section 2)', () => {
  const page = <OverviewPanel user={user} orders={orders} onView={nothing} />
  expect(numbersIn(page, 'View')).toEqual(['100007', '100006', '100005'])
  const text = renderToString(<MemoryRouter>{page}</MemoryRouter>)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  for (const figure of ['Total Orders 7', 'Total Spent $756.00', 'Member Since 2024']) expect(text).toContain(figure)
})

test('the figures of orders that could not be read are not said to be none', () => {
  const textOf = (areKnown: boolean) =>
    renderToString(
      <MemoryRouter>
        <OverviewPanel user={user} orders={[]} areKnown={areKnown} onView={nothing} />
      </MemoryRouter>,
    )
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
  for (const figure of ['Total Orders 0', 'Total Spent $0.00']) expect(textOf(true)).toContain(figure)
  const unknown = textOf(false)
  for (const name of ['Total Orders', 'Total Spent']) expect(unknown).toContain(`${name} – Not known just now`)
  // The list is empty, as it is specified for a failure (specification 2, section 8).
  for (const words of ['Member Since 2024', 'No orders found.']) expect(unknown).toContain(words)
})

test('tracking offers the five latest orders (specification 2, section 2)', () => {
  const page = (
    <RecentOrders
      isLoading={false}
      isSignedIn
      orders={orders}
      hasFailed={false}
      onRetry={async () => {}}
      onTrack={nothing}
    />
  )
  expect(numbersIn(page, 'Track')).toEqual(['100007', '100006', '100005', '100004', '100003'])
})
