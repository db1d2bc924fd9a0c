import Fastify, { type FastifyInstance } from 'fastify'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { eventually } from '../../testing/eventually.ts'
import { registerErrorHandler } from '../http/errors.ts'
import { registeredRoutes } from '../testing/registered-routes.ts'
import { registerAnswerDeadline } from './answer-deadline.ts'

const LIMIT_MS = 150
const running: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

const never = () => new Promise<never>(() => {})

/** A server whose routes wait for what never comes, each in another stage. */
async function aServer() {
  const app = Fastify({ forceCloseConnections: true })
  running.push(app)
  registerErrorHandler(app, createLogger('silent'))
  registerAnswerDeadline(app, { lookEveryMs: 10 })
  const everything = { method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], config: { answerWithinMs: LIMIT_MS } }
  app.route({ ...everything, url: '/handler', handler: never })
  app.route({ ...everything, url: '/hook', onRequest: never, handler: () => 'ok' })
  app.route({ ...everything, url: '/before', preHandler: never, handler: () => 'ok' })
  app.route({
    ...everything,
    url: '/late',
    handler: async () => {
      await pause(LIMIT_MS * 2)
      return { late: true }
    },
  })
  app.route({
    ...everything,
    url: '/late-error',
    handler: async () => {
      await pause(LIMIT_MS * 2)
      throw new Error('too late')
    },
  })
  app.route({
    ...everything,
    url: '/slow-hook',
    onRequest: () => pause(LIMIT_MS * 0.8),
    handler: async () => {
      await pause(LIMIT_MS * 0.8)
      return { late: true }
    },
  })
  app.route({ ...everything, url: '/quick', handler: () => ({ quick: true }) })
  app.route({
    ...everything,
    url: '/download',
    handler: (_request, reply) =>
      reply.send(
        Readable.from(
          (async function* () {
            yield 'first,'
            await pause(LIMIT_MS * 3)
            yield 'last'
          })(),
        ),
      ),
  })
  app.route({
    ...everything,
    url: '/late-download',
    handler: (_request, reply) => {
      const source = Readable.from(
        (async function* () {
          await pause(LIMIT_MS * 2)
          yield 'late'
          await never()
        })(),
      )
      source.once('close', () => (isSourceClosed = true))
      return reply.send(source)
    },
  })
  app.route({
    ...everything,
    url: '/events',
    handler: async (_request, reply) => {
      reply.hijack()
      await pause(LIMIT_MS * 3)
      reply.raw.end('event')
    },
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}
let isSourceClosed = false

const json = (method: string) => ({ method, headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' })

describe('the time that a route has for its answer', () => {
  it.each<[string, RequestInit]>([
    ['without a body', {}],
    ['with a body', json('POST')],
    ['with a body that changes something', json('PUT')],
    ['without a body that changes something', { method: 'DELETE' }],
  ])('ends a request %s, wherever it waits', async (_what, init) => {
    const url = await aServer()
    for (const path of ['/handler', '/hook', '/before', '/late', '/late-error']) {
      const answer = await fetch(url + path, init)
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', message: expect.any(String) as string })
    }
    // What came too late was dropped, and the process goes on.
    await pause(LIMIT_MS * 2)
    expect((await fetch(`${url}/quick`, init)).status).toBe(200)
  })

  it('begins when the body has arrived', async () => {
    const url = await aServer()
    const body = '{"slow":1}'
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        `${url}/quick`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', 'Content-Length': body.length } },
        (answer) => resolve(answer.resume().statusCode),
      )
      request.on('error', reject)
      request.write(body.slice(0, 4))
      setTimeout(() => request.end(body.slice(4)), LIMIT_MS * 3)
    })
    expect(status).toBe(200)
  })

  it('does not begin again when a hook lets the body be read', async () => {
    const url = await aServer()
    for (const init of [{}, json('POST')]) expect((await fetch(`${url}/slow-hook`, init)).status).toBe(503)
  })

  it('does not cut off an answer that has begun', async () => {
    const url = await aServer()
    for (const init of [{}, json('POST')])
      expect(await (await fetch(`${url}/download`, init)).text()).toBe('first,last')
  })

  it('ends a download of which nothing has come, and closes what it is read from', async () => {
    const url = await aServer()
    isSourceClosed = false
    expect((await fetch(`${url}/late-download`)).status).toBe(503)
    await eventually(() => expect(isSourceClosed).toBe(true))
    expect((await fetch(`${url}/quick`)).status).toBe(200)
  })

  it('leaves a stream of events alone, also before its first one', async () => {
    const url = await aServer()
    expect(await (await fetch(`${url}/events`)).text()).toBe('event')
  })

  it('is kept for a request that a test hands over', async () => {
    await aServer()
    const answer = await running[0]?.inject({ method: 'POST', url: '/handler', payload: { a: 1 } })
    expect(answer?.statusCode).toBe(503)
  })

  it('is the only one: no route has a deadline of the framework beside it', async () => {
    const routes = await registeredRoutes()
    expect(routes.length).toBeGreaterThan(100)
    expect(routes.filter((route) => 'handlerTimeout' in route).map(({ method, url }) => `${method} ${url}`)).toEqual([])
  })
})
