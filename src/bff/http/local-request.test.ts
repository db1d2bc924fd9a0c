import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLocalRequest } from './local-request.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  app.get('/', (request) => isLocalRequest(request))
})
afterAll(() => app.close())

const isLocal = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url: '/', headers, remoteAddress })).body === 'true'

describe('a request is local', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'shop.localhost:80',
    '127.0.0.1:3000',
    '127.8.8.8',
    '[::1]:3000',
    'LOCALHOST',
  ])('when it came straight to %s', async (host) => {
    expect(await isLocal({ host })).toBe(true)
  })

  it('when it came over the other protocol', async () => {
    expect(await isLocal({ host: 'localhost' }, '::1')).toBe(true)
    expect(await isLocal({ host: 'localhost' }, '::ffff:127.0.0.1')).toBe(true)
  })
})

describe('a request is not local', () => {
  it.each([
    'rebound.example',
    'rebound.example:3000',
    'localhost.example',
    '127.0.0.1.example',
    '10.0.0.5',
    '[fd00::1]',
  ])('when it came under the name %j, which may resolve to this machine for a moment', async (host) => {
    expect(await isLocal({ host })).toBe(false)
  })

  it.each([
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Forwarded-Anything',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
  ])('when a proxy passed it on with %s', async (header) => {
    expect(await isLocal({ host: 'localhost', [header]: 'x' })).toBe(false)
  })

  it('when it came from another machine', async () => {
    expect(await isLocal({ host: 'localhost' }, '10.0.0.5')).toBe(false)
  })
})
