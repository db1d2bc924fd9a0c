import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { registerErrorHandler } from '../http/errors.ts'
import { setOwnHeadersOf } from '../http/security-headers.ts'
import { refusePlainHttp } from './plain-http.ts'

function aShop(publicUrl: string | null) {
  const app = Fastify({ trustProxy: true })
  registerErrorHandler(app, createLogger('silent'))
  refusePlainHttp(app, publicUrl, setOwnHeadersOf({ 'x-frame-options': 'DENY' }))
  app.all('/api/login', () => ({ ok: true }))
  app.get('/*', () => 'page')
  return app
}
const through = (proto: string) => ({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': proto })

describe('a request that came without encryption', () => {
  it.each<[url: string, location: string]>([
    ['/', 'https://shop.example/'],
    ['/products?search=ink', 'https://shop.example/products?search=ink'],
    ['/apixyz', 'https://shop.example/apixyz'],
    ['//evil.example/', 'https://shop.example//evil.example/'],
  ])('is answered with where %s is when a person opens it', async (url, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await aShop('https://shop.example').inject({ method, url, headers: through('http') })
      expect([answer.statusCode, answer.headers.location]).toEqual([308, location])
      expect(answer.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-request-id': expect.any(String) as string })
    }
  })

  it('never leads to another host, however it is written', async () => {
    const app = aShop('https://shop.example')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { request } = await import('node:http')
    const location = await new Promise((resolve, reject) => {
      const headers = through('http')
      request(address, { path: 'http://evil.example/', headers }, (answer) => resolve(answer.resume().headers.location))
        .on('error', reject)
        .end()
    })
    await app.close()
    expect(location).toBe('https://shop.example/')
  })

  it.each<['GET' | 'POST', string]>([
    ['GET', '/api/login'],
    ['POST', '/api/login'],
    ['POST', '/anything'],
  ])('is refused as a call: %s %s', async (method, url) => {
    const answer = await aShop('https://shop.example').inject({ method, url, headers: through('http') })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'HTTPS_REQUIRED'])
    expect(answer.headers.location).toBeUndefined()
  })
})

describe('a request is taken', () => {
  it.each<[what: string, publicUrl: string | null, headers: Record<string, string>]>([
    ['when it was encrypted', 'https://shop.example', through('https')],
    ['when it did not come through the proxy', 'https://shop.example', {}],
    ['when the shop is not encrypted', 'http://shop.example', through('http')],
    ['when the shop has no address of its own', null, through('http')],
  ])('%s', async (_what, publicUrl, headers) => {
    const answer = await aShop(publicUrl).inject({ url: '/api/login', headers })
    expect(answer.statusCode).toBe(200)
  })
})
