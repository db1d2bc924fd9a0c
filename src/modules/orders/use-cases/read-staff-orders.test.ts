import { expect, it, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { createReadStaffOrders } from './read-staff-orders.ts'

it('has the search made ready as soon as somebody looks at orders, once, and again when that failed', async () => {
  const prepareSearch = vi.fn(() => Promise.resolve())
  prepareSearch.mockRejectedValueOnce(new Error('the database is away'))
  const shopOrders = { listForShop: () => Promise.resolve([]), countForShop: () => Promise.resolve(0), prepareSearch }
  const { listOrdersForStaff } = createReadStaffOrders({
    clock: { now: () => new Date(0) },
    orders: { findForShop: () => Promise.resolve(null) },
    shopOrders,
    sales: { count: () => Promise.resolve(0) },
  })
  const look = () => listOrdersForStaff({ limit: 20, offset: 0 })
  expect(prepareSearch).not.toHaveBeenCalled()
  expect(await look()).toEqual({ orders: [], total: 0 })
  await eventually(async () => {
    await look()
    expect(prepareSearch).toHaveBeenCalledTimes(2)
  })
  await look()
  expect(prepareSearch).toHaveBeenCalledTimes(2)
})
