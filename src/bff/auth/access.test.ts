import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerAccess, type Access } from './access.ts'

it('an API route that does not declare its access stops the start', () => {
  const app = Fastify()
  registerAccess(app)
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
