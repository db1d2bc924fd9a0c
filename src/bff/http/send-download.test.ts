import Fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { createLogger } from '#platform/log/logger'
import { registerErrorHandler } from './errors.ts'
import { sendDownload } from './send-download.ts'

const away = new DatabaseUnavailable(new Error('expected by the test'))

describe('a file that is read while it is sent', () => {
  const logger = createLogger('silent')
  const logged = vi.spyOn(logger, 'error')
  let app: FastifyInstance
  let port: number
  let goOn: () => void
  let readersHaveTheFirst: Promise<void>

  async function* pieces(whole: boolean) {
    yield 'number,name\r\n1,Aster\r\n'
    await readersHaveTheFirst
    if (!whole) throw away
    yield '2,Myrtle\r\n'
  }
  // oxlint-disable-next-line require-yield -- it fails before its first piece
  async function* nothing(): AsyncGenerator<string> {
    throw away
  }

  beforeEach(async () => {
    logged.mockClear()
    readersHaveTheFirst = new Promise((resolve) => (goOn = resolve))
    app = Fastify()
    registerErrorHandler(app, logger)
    const route = (path: string, read: () => AsyncIterable<string>) =>
      app.get(path, (request, reply) =>
        sendDownload(request, reply, { fileName: path.slice(1), pieces: read() }, logger),
      )
    route('/whole.csv', () => pieces(true))
    route('/cut.csv', () => pieces(false))
    route('/none.csv', nothing)
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterEach(() => app.close())

  async function get(path: string): Promise<Response> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    goOn()
    return answer
  }
  /** As a proxy asks that speaks HTTP/1.0. */
  async function ask(path: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.0\r\nHost: shop\r\n\r\n`)
    let received = ''
    socket.on('data', (piece) => {
      received += String(piece)
      goOn()
    })
    await once(socket, 'end')
    return received
  }

  it('arrives whole', async () => {
    expect(await (await get('/whole.csv')).text()).toMatch(/2,Myrtle\r\n$/)
    expect(await ask('/whole.csv')).toMatch(/^HTTP\/1\.1 200 [^]*2,Myrtle\r\n$/)
    expect(logged).not.toHaveBeenCalled()
  })

  it('is refused as anything else when its first piece cannot be read', async () => {
    const answer = await get('/none.csv')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    // Otherwise a browser saves the refusal as the file.
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
    expect(logged).not.toHaveBeenCalled()
  })

  it('never looks whole when the rest cannot be read, and the log says why', async () => {
    const answer = await get('/cut.csv')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    const line = [expect.objectContaining({ err: away, route: '/cut.csv' }), 'an answer was cut']
    expect(logged.mock.calls).toEqual([line])
  })

  it('never looks whole to a proxy that takes a closed connection for its end', async () => {
    await expect(ask('/cut.csv')).rejects.toThrow('ECONNRESET')
  })
})

it('a name can say nothing but itself in the header', async () => {
  const app = Fastify()
  const logger = createLogger('silent')
  app.get('/', (request, reply) =>
    sendDownload(
      request,
      reply,
      { fileName: 'Köln "1".exe"\r\nSet-Cookie: a=b; .csv', pieces: (async function* () {})() },
      logger,
    ),
  )
  const { headers } = await app.inject('/')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers['content-disposition']).toBe(
    `attachment; filename="K_ln _1_.exe___Set-Cookie_ a_b_ .csv"; filename*=UTF-8''K%C3%B6ln%20%221%22.exe%22%0D%0ASet-Cookie%3A%20a%3Db%3B%20.csv`,
  )
  await app.close()
})
