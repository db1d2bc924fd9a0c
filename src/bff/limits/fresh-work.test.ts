import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createFreshWork } from './fresh-work.ts'
import { createMemoryCounter } from './rate-counter.ts'

function setUp(requests = 600) {
  const state = { now: 0, isBusy: false }
  const app = { isUnderPressure: () => state.isBusy }
  const work = createFreshWork(app, { counter: createMemoryCounter(() => state.now), requests })
  const from = (ip: string) => ({ ip }) as FastifyRequest
  return { state, work, from }
}

describe('what costs much more than to answer what is kept', () => {
  it('is 60 renderings of an address in ten seconds, and no matter to other addresses', async () => {
    const { state, work, from } = setUp()
    const rendered = await Promise.all(Array.from({ length: 65 }, () => work.mayRender(from('203.0.113.1'))))
    expect(rendered.filter(Boolean)).toHaveLength(60)
    expect(await work.mayRender(from('203.0.113.2'))).toBe(true)
    state.now = 10_001
    expect(await work.mayRender(from('203.0.113.1'))).toBe(true)
  })

  it('is 120 searches of an address, which then hears when to come back', async () => {
    const { work, from } = setUp()
    for (let search = 0; search < 120; search += 1) await work.countSearch(from('2001:db8::1'))
    await expect(work.countSearch(from('2001:db8::2'))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterSeconds: 10,
    })
    expect(await work.mayRender(from('2001:db8::1'))).toBe(true)
  })

  it('follows the limit of requests, and is never so little that no page can be used', async () => {
    const { work, from } = setUp(1)
    const rendered = await Promise.all(Array.from({ length: 25 }, () => work.mayRender(from('::1'))))
    expect(rendered.filter(Boolean)).toHaveLength(20)
  })

  it('is refused to everybody while the process has more to do than it can', async () => {
    const { state, work, from } = setUp()
    state.isBusy = true
    await expect(work.mayRender(from('::1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(work.countSearch(from('::1'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
