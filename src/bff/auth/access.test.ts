import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { registerAccess } from './access.ts'

it('an API route that does not declare its access stops the start', () => {
  const app = Fastify()
  registerAccess(app)
  app.get('/api/open', { config: { access: 'public' } }, () => 'open')
  app.get('/page', () => 'no call of the API')
  expect(() => app.get('/api/forgotten', () => 'for everybody?')).toThrowError(
    'GET /api/forgotten must declare config.access',
  )
})
