import { expect, it } from 'vitest'
import { registeredRoutes } from '../../testing/registered-routes.ts'

/** Whose permissions the calls below an address need: to read its `.read`, for everything else its `.write`. */
const AREAS: Readonly<Record<string, string>> = {
  audit: 'log',
  'bulk-edits': 'products',
  customers: 'customers',
  imports: 'imports',
  inbox: 'inbox',
  orders: 'orders',
  products: 'products',
  queues: 'jobs',
  'saved-replies': 'inbox',
  'search-misses': 'stats',
  staff: 'staff',
  summary: 'stats',
  suppliers: 'imports',
  'to-do': 'stats',
  uploads: 'products',
}

/** Calls with a permission of their own. */
const OTHERS: Readonly<Record<string, string>> = {
  exportOrders: 'orders.export',
  writeOrderNote: 'orders.note',
  refundOrder: 'orders.refund',
  // Reads that only serve those who may change something.
  listStaff: 'staff.write',
  listMailRecipients: 'imports.write',
  getVerificationWays: 'inbox.write',
  // What stands on the page of a product about price lists.
  getProductLists: 'imports.read',
}

it('each call of staff needs the permission to see or to change what it is about', async () => {
  const calls = (await registeredRoutes()).flatMap(({ method, url, config, schema }) =>
    typeof config?.access === 'object'
      ? [{ name: String((schema as { operationId?: string }).operationId), method, url, needs: config.access.staff }]
      : [],
  )
  expect(calls.length).toBeGreaterThan(60)
  const expected = calls.map(({ name, method, url }) => {
    const area = AREAS[/^(?:\/admin)?\/([a-z-]+)/.exec(url)?.[1] ?? '']
    const isRead = method === 'GET' || url.endsWith('/presence')
    return [name, OTHERS[name] ?? (area === undefined ? 'self' : `${area}.${isRead ? 'read' : 'write'}`)]
  })
  expect(calls.map(({ name, needs }) => [name, needs])).toEqual(expected)
})
