import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server.edge'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { describe, expect, it } from 'vitest'
import { STAFF_SESSION_PATH } from '#contracts/api-paths'
import { INBOX_PATH, QUEUES_PATH, STAFF_PRODUCTS_PATH } from '#contracts/staff-paths'
import { mayDo, STAFF_ROLES, type StaffPermission, type StaffRole } from '#contracts/staff-roles'
import type { StaffReturn } from '#contracts/staff-orders'
import { aProduct } from '../../../testing/a-product.ts'
import { OrderReturn } from '../../../features/admin-orders/order-return.tsx'
import { swrOptions } from '../../../lib/swr-options.ts'
import { withQuery } from '../../../lib/with-query.ts'
import { InboxPanel } from './inbox-panel.tsx'
import { ProductsPanel } from './products-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'

const firstPage = { limit: 25, offset: 0 }
const known = {
  [withQuery(STAFF_PRODUCTS_PATH, firstPage)]: {
    rows: [{ ...aProduct({ id: 7, name: 'Quiet Laser' }), waiting: { backInStock: 0, priceDrop: 0 } }],
    total: 1,
  },
  [withQuery(INBOX_PATH, firstPage)]: { rows: [], total: 0 },
  [QUEUES_PATH]: {
    queues: [],
    failedKinds: [{ name: 'send-mail', count: 2 }],
    failed: ['1', '2'].map((id) => ({
      id,
      name: 'send-mail',
      queue: 'mail',
      error: 'no answer',
      attempts: 5,
      failedAt: '2026-11-20T10:00:00.000Z',
    })),
  },
}
const asked = {
  number: 'R-1',
  status: 'approved',
  items: [{ line: 1, productName: 'Quiet Laser', quantity: 1, reason: 'defective', isUnopened: false, lineCents: 100 }],
  note: null,
  steps: [],
  refund: '10.00',
  isShippingFree: true,
  nextStatuses: ['received'],
} as unknown as StaffReturn

function htmlFor(role: StaffRole, screen: ReactNode): string {
  const session = { person: { name: 'Ada Marlow', email: 'ada@example.com', role } }
  return renderToString(
    <SWRConfig
      value={{ ...swrOptions, provider: () => new Map(), fallback: { ...known, [STAFF_SESSION_PATH]: session } }}
    >
      <MemoryRouter>{screen}</MemoryRouter>
    </SWRConfig>,
  )
}

const SCREENS: readonly {
  readonly name: string
  readonly screen: ReactNode
  readonly needs: StaffPermission
  /** Words of the controls that only those have who may use them. */
  readonly controls: readonly string[]
}[] = [
  {
    name: 'the products’ room',
    screen: <ProductsPanel />,
    needs: 'products.write',
    controls: ['Add Product', 'Edit Quiet Laser', 'Delete Quiet Laser', 'price of Quiet Laser', 'stock of Quiet Laser'],
  },
  {
    name: 'the queues’ room',
    screen: <QueuesPanel />,
    needs: 'jobs.write',
    controls: ['Run send-mail again', 'Run all again'],
  },
  {
    name: 'a return',
    screen: <OrderReturn order={{ id: 1, revision: 0, items: [] }} asked={asked} onDecided={() => undefined} />,
    needs: 'orders.write',
    controls: ['Mark as received', 'Back in stock on receipt', 'Message to the customer'],
  },
]

describe('what a role may not do', () => {
  it.each(SCREENS)('is not offered in $name, and neither is anything missing for those who may', (screen) => {
    for (const role of STAFF_ROLES) {
      const html = htmlFor(role, screen.screen)
      for (const words of screen.controls) {
        expect(html.includes(words), `${role}: ${words}`).toBe(mayDo(role, screen.needs))
      }
    }
  })

  it.each([
    [<ProductsPanel key="products" />, 'products.write', 'may not change products.'],
    [<QueuesPanel key="queues" />, 'jobs.write', 'may not run background jobs again.'],
    [<InboxPanel key="inbox" />, 'inbox.write', 'may not answer messages and requests.'],
  ] as const)('is said once at the head of a room', (screen, needs, words) => {
    for (const role of STAFF_ROLES)
      expect(htmlFor(role, screen).split(words).length - 1, role).toBe(mayDo(role, needs) ? 0 : 1)
  })
})
