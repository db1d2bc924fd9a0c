import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { Logger } from '#platform/log/logger'
import { warnOfUnknownProxy } from './proxy-warning.ts'

/** The proxies that a shop warns of, when requests come from an address with a list of those whom they are passed on for. */
async function warnedOf(
  trustProxy: readonly string[],
  requests: readonly (readonly [from: string, passedOnFor: string | undefined])[],
): Promise<readonly unknown[]> {
  const warn = vi.fn()
  const app = Fastify({ trustProxy: trustProxy.length > 0 ? [...trustProxy] : false })
  warnOfUnknownProxy(app, { warn } as unknown as Logger)
  app.get('/', () => 'ok')
  for (const [remoteAddress, passedOnFor] of requests) {
    const headers = passedOnFor === undefined ? {} : { 'x-forwarded-for': passedOnFor }
    expect((await app.inject({ url: '/', remoteAddress, headers })).statusCode).toBe(200)
  }
  return warn.mock.calls.map(([{ proxy }]) => proxy as unknown)
}

describe('a proxy that TRUST_PROXY does not name', () => {
  it.each<[what: string, trusted: readonly string[], from: string, passedOnFor: string, proxy: string]>([
    ['when nothing is named', [], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['when another one is named', ['172.30.71.1'], '172.18.0.1', '203.0.113.9', '172.18.0.1'],
    ['when the one before it is named', ['127.0.0.1'], '127.0.0.1', '203.0.113.9, 10.0.0.5', '10.0.0.5'],
    ['by an IPv6 address', ['127.0.0.1'], 'fd00::7', '203.0.113.9', 'fd00::7'],
  ])('is warned of once %s', async (_what, trusted, from, passedOnFor, proxy) => {
    expect(
      await warnedOf(trusted, [
        [from, passedOnFor],
        [from, passedOnFor],
      ]),
    ).toEqual([proxy])
  })
})

describe('nobody is warned of', () => {
  it.each<[what: string, trusted: readonly string[], from: string, passedOnFor: string | undefined]>([
    ['when all proxies are named', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9, 10.0.0.5'],
    ['when somebody on the machine of the proxy comes through it', ['127.0.0.1'], '127.0.0.1', '127.0.0.1'],
    ['when somebody in the network of the proxy comes through it', ['10.0.0.5'], '10.0.0.5', '10.0.0.77'],
    ['when a visitor says to be a proxy', [], '203.0.113.9', '198.51.100.1'],
    ['when a visitor says so through a proxy', ['10.0.0.5'], '10.0.0.5', '198.51.100.1, 203.0.113.9'],
    ['when a proxy passes on what is no address', ['10.0.0.5'], '10.0.0.5', 'unknown, hidden'],
    ['when nobody passes anything on', [], '127.0.0.1', undefined],
  ])('%s', async (_what, trusted, from, passedOnFor) => {
    expect(await warnedOf(trusted, [[from, passedOnFor]])).toEqual([])
  })
})
