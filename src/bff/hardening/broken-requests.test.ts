import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { createRefuseConnection, refuseIncompleteRequests } from './broken-requests.ts'

it.each([
  ['whose headers do not come', 'GET / HTTP/1.1\r\nHost: sh'],
  ['that says nothing', ''],
])(
  'what refuses a caller %s closes the connection, also when the caller does not',
  async (_what, bytes) => {
    const app = Fastify({
      forceCloseConnections: true,
      http: { connectionsCheckingInterval: 20 },
      clientErrorHandler: createRefuseConnection({}, { lingerMs: 50 }),
    })
    app.server.headersTimeout = 100
    const closed = new Promise((resolve) => app.server.on('connection', (socket) => socket.on('close', resolve)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const caller = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    let answer = ''
    caller.on('data', (part) => (answer += String(part)))
    caller.on('error', () => {})
    caller.write(bytes)
    await closed
    await vi.waitFor(() => expect(answer).toContain('HTTP/1.1 408 '))
    expect(caller.writable).toBe(true)
    caller.destroy()
    await app.close()
  },
  patient(10_000),
)

describe('bytes that are no request', () => {
  const ASK = 'GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n'
  let app: FastifyInstance
  let body: PassThrough
  let sent: Promise<void>
  let answers: string
  let ended: Promise<unknown>
  let first: ServerResponse | undefined

  beforeEach(async () => {
    const refuse = createRefuseConnection({})
    app = Fastify({ forceCloseConnections: true, clientErrorHandler: refuse })
    refuseIncompleteRequests(app, refuse)
    body = new PassThrough()
    const asked = new Promise<void>((resolve) => {
      app.get('/slow', (_request, reply) => {
        resolve()
        return reply.send(body)
      })
    })
    const refused = new Promise((resolve) => app.server.on('clientError', resolve).on('connect', resolve))
    sent = Promise.all([asked, refused]).then(() => {})
    const begin = (_request: unknown, { raw }: { readonly raw: ServerResponse }) =>
      void raw.writeHead(200).write('It has begun')
    app.post('/early', { onRequest: begin }, () => {})
    app.post('/form', () => 'taken')
    first = undefined
    app.server.on('request', (_request, response) => (first ??= response))
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  function send(bytes: string) {
    const caller = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    answers = ''
    caller.on('data', (part) => (answers += String(part)))
    caller.on('error', () => {})
    ended = new Promise((resolve) => caller.on('close', resolve))
    caller.write(bytes)
    return caller
  }

  it.each([
    ['and is not HTTP', 'NONSENSE\r\n\r\n', '400'],
    ['and asks for a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other\r\n\r\n', '400'],
  ])('behind a request %s are refused behind its answer', async (_what, bytes, status) => {
    send(`${ASK}${bytes}`)
    await sent
    body.end('What was asked for.')
    await ended
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`])
    expect(answers.indexOf('What was asked for.')).toBeLessThan(answers.indexOf(`HTTP/1.1 ${status}`))
  })

  it('are not answered in the middle of an answer, nor while others wait, and once however many they are', async () => {
    const caller = send(`${ASK}POST /form HTTP/1.1\r\nHost: shop\r\nContent-Length: 0\r\n\r\nNONSENSE\r\n\r\n`)
    await sent
    body.write('One half ')
    await vi.waitFor(() => expect(answers).toContain('One half '))
    const waiting = first?.listenerCount('close')
    const again = new Promise((resolve) => app.server.once('clientError', resolve))
    caller.write('MORE NONSENSE\r\n\r\n')
    await again
    expect(first?.listenerCount('close')).toBe(waiting)
    body.end('and the other.')
    await ended
    expect(answers.match(/HTTP\/1.1 \d+|half|other|taken/g)).toEqual([
      'HTTP/1.1 200',
      'half',
      'other',
      'HTTP/1.1 200',
      'taken',
      'HTTP/1.1 400',
    ])
  })

  it('in the body of a request are refused in place of its answer, and end one that has begun', async () => {
    const chunked = 'HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'
    send(`POST /form ${chunked}NONSENSE\r\n`)
    await ended
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400'])

    const caller = send(`POST /early ${chunked}`)
    await vi.waitFor(() => expect(answers).toContain('It has begun'))
    caller.write('NONSENSE\r\n')
    await ended
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })
})
