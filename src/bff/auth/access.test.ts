import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerAccess, type Access } from './access.ts'

it('an API route that does not declare its access stops the start', () => {
  const app = Fastify()
  registerAccess(app, 'customer')
  app.get('/api/open', { config: { access: 'public' } }, () => 'open')
  app.get('/page', () => 'no call of the API')
  expect(() => app.get('/api/forgotten', () => 'for everybody?')).toThrowError(
    'GET /api/forgotten must declare config.access',
  )
  for (const access of ['staff', { staff: 'everything' }, { staff: 'toString' }] as unknown as Access[])
    expect(() => app.get('/api/forgotten', { config: { access } }, () => 'for whom?')).toThrowError(
      'GET /api/forgotten must declare config.access',
    )
})

it('an API route for people whom the app does not know is refused, because nothing would guard it', () => {
  const ofCustomers = Fastify()
  registerAccess(ofCustomers, 'customer')
  ofCustomers.get('/api/user/orders', { config: { access: 'customer' } }, () => 'own orders')
  const staffOnly = { config: { access: { staff: 'orders.read' } } } as const
  expect(() => ofCustomers.get('/api/all-orders', staffOnly, () => 'all orders')).toThrowError(
    'GET /api/all-orders is for staff',
  )
  const ofStaff = Fastify()
  registerAccess(ofStaff, 'staff')
  ofStaff.get('/api/admin/orders', staffOnly, () => 'all orders')
  ofStaff.get('/api/admin/session', { config: { access: 'public' } }, () => 'the gate')
  expect(() => ofStaff.get('/api/admin/own', { config: { access: 'customer' } }, () => 'own orders')).toThrowError(
    'GET /api/admin/own is for customer',
  )
})
