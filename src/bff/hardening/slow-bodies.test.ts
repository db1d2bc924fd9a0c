import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRefuseConnection } from './broken-requests.ts'
import { registerSlowBodies } from './slow-bodies.ts'
import { patient } from '../../testing/patience.ts'

const TIMES = { headersMs: 200, bodyMs: 250, stallMs: 150, minBytes: 1000, maxMs: 1200 }
const running: FastifyInstance[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(running.splice(0).map((app) => app.close()))
})

/** A server with a form, a route for files, and a route that refuses before it reads the body. */
async function aServer(times = TIMES) {
  const app = Fastify({ forceCloseConnections: true })
  running.push(app)
  registerSlowBodies(app, createRefuseConnection({}), times)
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  const read = async (body: unknown) => {
    let bytes = 0
    for await (const part of body as AsyncIterable<Buffer>) bytes += part.length
    return { bytes }
  }
  app.post('/form', ({ body }) => read(body))
  app.post('/file', (request) => {
    app.waitForSlowBody(request)
    return read(request.body)
  })
  app.post('/refused', (_request, reply) => reply.code(401).send({ code: 'UNAUTHORIZED' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo

  /** Sends `pieces` of `bytes` each, one every `everyMs`. Returns the response and when the connection was closed. */
  return async function send(
    path: string,
    { pieces, bytes, everyMs }: { pieces: number; bytes: number; everyMs: number },
  ) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    const started = Date.now()
    let closedAfterMs = 0
    const over = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        answer += String(chunk)
        if (answer.includes('"bytes"')) resolve()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        closedAfterMs = Date.now() - started
        resolve()
      })
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/octet-stream\r\nContent-Length: ${pieces * bytes}\r\n\r\n`,
    )
    for (let sent = 0; sent < pieces && !socket.destroyed && !answer.includes('408'); sent += 1) {
      socket.write(Buffer.alloc(bytes, 'x'))
      await pause(everyMs)
    }
    await over
    return { answer, closedAfterMs }
  }
}

describe('a body that arrives slowly', () => {
  it('is waited for where a file is expected, as long as it keeps arriving', async () => {
    const bodyMs = patient(400)
    const send = await aServer({ ...TIMES, bodyMs, stallMs: bodyMs, maxMs: patient(10_000) })
    const { answer } = await send('/file', { pieces: 12, bytes: 2000, everyMs: bodyMs / 8 })
    expect(answer).toContain('{"bytes":24000}')
  })

  it('is aborted after the time limit everywhere else', async () => {
    const send = await aServer()
    const { answer, closedAfterMs } = await send('/form', { pieces: 40, bytes: 2000, everyMs: 60 })
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
    expect(closedAfterMs).toBeLessThan(patient(1000))
  })

  it('is aborted when it trickles or stops, even from an authenticated caller', async () => {
    const send = await aServer()
    for (const trickle of [
      { pieces: 40, bytes: 10, everyMs: 60 },
      { pieces: 2, bytes: 2000, everyMs: 2000 },
    ]) {
      const { answer, closedAfterMs } = await send('/file', trickle)
      expect(answer).toContain('408')
      expect(closedAfterMs).toBeLessThan(patient(1500))
    }
  })

  it('is aborted after the maximum time, even if it keeps arriving', async () => {
    // A piece comes every 50 ms: a process that stands still for a moment must not take that for a stop.
    const send = await aServer({ ...TIMES, stallMs: TIMES.maxMs / 2 })
    const { answer, closedAfterMs } = await send('/file', { pieces: 60, bytes: 2000, everyMs: 50 })
    expect(answer).toContain('408')
    expect(closedAfterMs).toBeGreaterThan(TIMES.maxMs - 100)
  })

  it('does not keep the connection open after the request was refused', async () => {
    const send = await aServer()
    const { answer, closedAfterMs } = await send('/refused', { pieces: 40, bytes: 10, everyMs: 60 })
    expect(answer).toContain('401')
    expect(closedAfterMs).toBeGreaterThan(0)
    expect(closedAfterMs).toBeLessThan(patient(3500))
  })
})
