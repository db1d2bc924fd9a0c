import Fastify from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { createRefuseConnection } from './broken-requests.ts'

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
