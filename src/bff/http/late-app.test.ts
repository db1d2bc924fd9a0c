import Fastify, { type FastifyInstance } from 'fastify'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShopIsClosing } from '#platform/errors/not-now'
import { refuseWhileClosing } from '../hardening/closing.ts'
import { mountLateApp } from './late-app.ts'

const opened: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

/** An app that answers everything with its name and what it was sent. */
function appNamed(name: string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  app.all('/*', ({ method, url, body }) => ({ by: name, method, url, body: body ?? null }))
  return app
}

async function open(
  assemble: () => Promise<Pick<FastifyInstance, 'routing' | 'close'>>,
  /** What the shop waits for when it begins to close. */
  untilClosing: Promise<void> = Promise.resolve(),
) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const late = mountLateApp(app, { path: '/api/admin', calls: [{ method: 'POST', path: '/api/products' }] }, assemble)
  refuseWhileClosing(app)
  app.addHook('preClose', () => untilClosing)
  app.all('/*', ({ method, url, raw }) => {
    const failure = late.failureFor(raw)
    if (failure !== undefined) throw failure
    return { by: 'shop', method, url }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  return { app, late, url }
}

async function assembleStaff() {
  const staff = appNamed('staff')
  await staff.ready()
  return staff
}

const answerOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()

describe('an app that is assembled late', () => {
  it('is assembled for the first of its requests, once', async () => {
    const assemble = vi.fn(assembleStaff)
    const { url } = await open(assemble)
    expect(await answerOf(`${url}/api/products`)).toMatchObject({ by: 'shop' })
    expect(assemble).not.toHaveBeenCalled()
    const all = await Promise.all(
      ['/api/admin/me', '/api/admin/orders', '/api/admin/me'].map((at) => answerOf(url + at)),
    )
    expect(all.map((answer) => (answer as { by: string }).by)).toEqual(['staff', 'staff', 'staff'])
    expect(await answerOf(`${url}/api/admin`)).toMatchObject({ by: 'staff' })
    expect(assemble).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['GET', '/api/admin', 'staff'],
    ['GET', '/api/admin?a=1', 'staff'],
    ['DELETE', '/api/admin/products/1', 'staff'],
    ['POST', '/api/products', 'staff'],
    ['POST', '/api/products?a=1', 'staff'],
    ['GET', '/api/%61dmin/me', 'staff'],
    ['POST', '/api/%70roducts?a=%zz', 'staff'],
    ['GET', '/api/products?to=%2Fapi%2Fadmin', 'shop'],
    ['GET', '/api/products', 'shop'],
    ['DELETE', '/api/products', 'shop'],
    ['POST', '/api/products/1/reviews', 'shop'],
    ['GET', '/api/administrator', 'shop'],
    ['GET', '/admin', 'shop'],
    ['GET', '/x/api/admin/me', 'shop'],
    ['GET', '/x?to=/api/admin/me', 'shop'],
  ])('%s %s is answered by the app of %s', async (method, path, by) => {
    const { url } = await open(assembleStaff)
    expect(await answerOf(url + path, { method })).toMatchObject({ by, method, url: path })
  })

  it('takes an address that names its origin', async () => {
    const { url } = await open(assembleStaff)
    const { hostname, port } = new URL(url)
    const ask = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const asked = send({ hostname, port, path, agent: false }, (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
          answer.on('end', () => resolve(text))
        })
        asked.on('error', reject).end()
      })
    expect(await ask(`${url}/api/admin/me`)).toContain('"by":"staff"')
    expect(await ask(`${url.replace('http', 'HTTP')}/api/admin/me`)).toContain('"by":"staff"')
    expect(await ask(`${url}/?to=http://a/api/admin/me`)).toContain('"by":"shop"')
  })

  it('gets the whole body that came while it was assembled', async () => {
    const { url } = await open(assembleStaff)
    const body = JSON.stringify({ text: 'x'.repeat(300_000) })
    const headers = { 'content-type': 'application/json' }
    const answer = await answerOf(`${url}/api/admin/products`, { method: 'POST', body, headers })
    expect(JSON.stringify((answer as { body: unknown }).body)).toBe(body)
  })

  it('leaves its requests to the shop where it could not be assembled, and is not tried again', async () => {
    const assemble = vi.fn(() => Promise.reject(new Error('a route without access')))
    const { url, late } = await open(assemble)
    for (const path of ['/api/admin/me', '/api/admin/orders']) {
      const refused = await fetch(url + path)
      expect([refused.status, await refused.json()]).toMatchObject([500, { message: 'a route without access' }])
    }
    await expect(late.assembled()).rejects.toThrow('a route without access')
    expect(await answerOf(`${url}/api/products`)).toMatchObject({ by: 'shop' })
    expect(assemble).toHaveBeenCalledTimes(1)
  })

  it('outlives a caller who leaves while it is assembled', async () => {
    let go: () => void = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    const { url } = await open(async () => {
      await held
      return assembleStaff()
    })
    const { hostname, port } = new URL(url)
    const left = new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write('GET /api/admin/me HTTP/1.1\r\nHost: a\r\n\r\n')
        setTimeout(() => socket.destroy(), 20)
      })
      socket.on('close', resolve)
    })
    await left
    const next = answerOf(`${url}/api/admin/me`)
    go()
    expect(await next).toMatchObject({ by: 'staff' })
  })

  it('closes with the other, and is not assembled any more by then', async () => {
    const staff = await assembleStaff()
    const close = vi.spyOn(staff, 'close')
    const first = await open(() => Promise.resolve(staff))
    await answerOf(`${first.url}/api/admin/me`)
    await first.app.close()
    expect(close).toHaveBeenCalledTimes(1)

    const assemble = vi.fn(assembleStaff)
    let go: () => void = () => {}
    const second = await open(assemble, new Promise((resolve) => (go = resolve)))
    const closing = second.app.close()
    await setImmediate()
    const refused = await answerOf(`${second.url}/api/admin/me`)
    expect(refused).toMatchObject({ message: new ShopIsClosing().message })
    go()
    await closing
    expect(assemble).not.toHaveBeenCalled()
  })

  it('holds nobody up who closes while it is assembled, and closes when it is', async () => {
    const staff = await assembleStaff()
    const close = vi.spyOn(staff, 'close')
    let go: () => void = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    const assemble = vi.fn(async () => {
      await held
      return staff
    })
    const { app, url } = await open(assemble)
    const first = answerOf(`${url}/api/admin/me`)
    await vi.waitFor(() => expect(assemble).toHaveBeenCalled())
    const closing = app.close()
    await setImmediate()
    expect(close).not.toHaveBeenCalled()
    go()
    expect(await first).toMatchObject({ message: new ShopIsClosing().message })
    await closing
    expect(close).toHaveBeenCalledTimes(1)
  })
})
