import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { eventually } from '../../testing/eventually.ts'
import { startHttpsServer, type HttpsServer } from '../../testing/https-server.ts'
import { createFetchRemoteFile, type RemoteFileRequest } from './fetch-remote-file.ts'
import { problemOf } from './remote-file-problem.ts'

const certificate = makeCertificate('localhost')
const LIMITS = { redirects: 2, connectMs: 5000, silentMs: 5000, wholeMs: 10_000 }
/** Nothing ends what is not ended otherwise. */
const PATIENT = { redirects: 2, connectMs: 600_000, silentMs: 600_000, wholeMs: 600_000 }
let server: HttpsServer
let other: HttpsServer

beforeAll(async () => {
  server = await startHttpsServer(certificate)
  other = await startHttpsServer(certificate)
})
afterAll(async () => {
  await server.stop()
  await other.stop()
})
afterEach(() => {
  vi.useRealTimers()
})

function wanted(path: string, more: Partial<RemoteFileRequest> = {}): RemoteFileRequest {
  const { signal } = new AbortController()
  const plain = { credentials: {}, etag: null, lastModified: null, maxBytes: 1000, signal }
  return { url: path.startsWith('/') ? `${server.url}${path}` : path, ...plain, ...more }
}

const fetchHere = (path: string, more?: Partial<RemoteFileRequest>) =>
  createFetchRemoteFile(server.network, LIMITS)(wanted(path, more))

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('a remote file', () => {
  it('comes with what the server calls it, and is not sent again when it did not change', async () => {
    server.answer((request, response) => {
      if (request.headers['if-none-match'] === '"7"') return void response.writeHead(304).end()
      const disposition = 'attachment; filename="list.csv"; filename*=UTF-8\'\'Preisliste%20K%C3%B6ln.csv'
      const headers = { etag: '"7"', 'content-type': 'Text/CSV; charset=utf-8', 'content-disposition': disposition }
      response.writeHead(200, headers).end('sku;price\n')
    })
    const file = await fetchHere('/a/b%20c.csv')
    expect(file).toMatchObject({
      fileName: 'Preisliste Köln.csv',
      mimeType: 'text/csv',
      etag: '"7"',
      lastModified: null,
    })
    expect(await textOf(file?.bytes as AsyncIterable<Buffer>)).toBe('sku;price\n')
    expect(await fetchHere('/a', { etag: '"7"' })).toBeNull()
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })

  it('has the name of its address when the server gives none', async () => {
    server.answer((_request, response) => response.end('x'))
    expect((await fetchHere('/lists/price%20list.xlsx?key=1'))?.fileName).toBe('price list.xlsx')
    expect((await fetchHere('/'))?.fileName).toBe('list')
    expect((await fetchHere('/%E0%A4%A'))?.fileName).toBe('%E0%A4%A')
  })

  it.each([
    ['UTF-8 as it is', Buffer.from('filename="Preise Köln; neu.csv"').toString('latin1'), 'Preise Köln; neu.csv'],
    ['Latin-1 as it is', 'filename="Preise Köln.csv"', 'Preise Köln.csv'],
    ['no quotation marks', 'filename=list.csv ; size=3', 'list.csv'],
    ['no name', 'inline', 'x'],
  ])('has the name that a server writes in %s', async (_how, disposition, name) => {
    server.answer((_request, response) =>
      response.writeHead(200, { 'content-disposition': `attachment; ${disposition}` }).end('x'),
    )
    expect((await fetchHere('/x'))?.fileName).toBe(name)
  })

  it('is asked for with credentials, which no other server gets', async () => {
    const credentials = { authorization: 'Basic c2hvcDppbms=' }
    server.answer((request, response) => {
      if (request.url === '/moved') return void response.writeHead(302, { location: `${other.url}/there` }).end()
      if (request.url === '/near') return void response.writeHead(307, { location: '/here' }).end()
      response.end('mine')
    })
    other.answer((request, response) => {
      if (request.url === '/there') return void response.writeHead(302, { location: `${server.url}/back` }).end()
      response.end('theirs')
    })
    await fetchHere('/near', { credentials })
    expect(server.requests.at(-1)?.headers).toMatchObject(credentials)
    await fetchHere('/moved', { credentials })
    expect(other.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(server.requests.at(-1)?.url).toBe('/back')
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('is asked for without the name and password of an address that a server leads on to', async () => {
    const { host } = new URL(server.url)
    server.answer((request, response) => {
      if (request.url === '/here') return void response.end('x')
      response.writeHead(302, { location: `https://shop:key@${host}/here` }).end()
    })
    await fetchHere('/moved')
    expect(server.requests.at(-1)?.url).toBe('/here')
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('may take longer than the connection to its server', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let end = () => {}
    server.answer((_request, response) => {
      response.writeHead(200).write('one ')
      end = () => void response.end('two')
    })
    const file = await fetchHere('/a')
    vi.advanceTimersByTime(LIMITS.connectMs)
    end()
    expect(await textOf(file?.bytes as AsyncIterable<Buffer>)).toBe('one two')
  })

  it('is followed twice, over https alone', async () => {
    server.answer((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) return void response.end('here')
      if (step === 9) return void response.writeHead(301, { location: 'http://localhost/plain.csv' }).end()
      if (step === 8) return void response.writeHead(301).end()
      response.writeHead(301, { location: `/${step - 1}` }).end()
    })
    expect(await textOf((await fetchHere('/2'))?.bytes as AsyncIterable<Buffer>)).toBe('here')
    await expect(fetchHere('/3')).rejects.toMatchObject({ message: /more than 2 times/, mayPass: false })
    await expect(fetchHere('/9')).rejects.toMatchObject({ message: /does not begin with https/, mayPass: false })
    await expect(fetchHere('/8')).rejects.toThrow('The server gave no file (301)')
    await expect(fetchHere('http://localhost/a.csv')).rejects.toThrow('does not begin with https')
    await expect(fetchHere('file:///etc/passwd')).rejects.toThrow('does not begin with https')
  })

  it.each([
    [401, 'The server refuses the sign-in (401): localhost.', false],
    [403, 'The server refuses access (403): localhost.', false],
    [404, 'There is no file at this address (404): localhost.', true],
    [204, 'The server gave no file (204): localhost.', false],
    [206, 'The server gave no file (206): localhost.', false],
    [304, 'The server gave no file (304): localhost.', false],
    [503, 'The server is busy (503): localhost.', true],
  ])('is not what the server answers with %i', async (status, message, mayPass) => {
    server.answer((_request, response) => response.writeHead(status).end())
    await expect(fetchHere('/a')).rejects.toMatchObject({ message, mayPass })
  })

  it('is refused when it is packed, or larger than the bound by its own account', async () => {
    server.answer((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'))
    await expect(fetchHere('/a')).rejects.toMatchObject({ message: /comes packed \(gzip\)/, mayPass: false })
    server.answer((_request, response) => response.writeHead(200, { 'content-length': '1048577' }).end())
    const tooLarge = fetchHere('/a', { maxBytes: 1024 * 1024 })
    await expect(tooLarge).rejects.toMatchObject({ message: 'The file has more than 1 MB.', mayPass: false })
  })

  it.each([
    ['a server leads on from', 302, { location: '/b' }],
    ['is too large', 200, { 'content-length': '1001' }],
    ['did not change', 304, {}],
  ])('that %s is not waited for to its end', async (_which, status, headers) => {
    let isOver = false
    server.answer((request, response) => {
      if (request.url === '/b') return void response.end('x')
      response.on('close', () => (isOver = true))
      response.writeHead(status, headers).flushHeaders()
    })
    const asked = createFetchRemoteFile(server.network, PATIENT)(wanted('/a', { etag: '"7"' }))
    await asked.catch(() => {})
    await eventually(() => expect(isOver).toBe(true))
  })

  it('that breaks off is a problem that may pass', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '900' }).write('half', () => response.destroy())
    })
    const file = await fetchHere('/a')
    await expect(textOf(file?.bytes as AsyncIterable<Buffer>)).rejects.toMatchObject({
      message: 'The connection was lost: localhost.',
      mayPass: true,
    })
  })
})

describe('a server', () => {
  it('that is silent, or slow on the whole, is left', async () => {
    server.answer(() => {})
    const hurried = createFetchRemoteFile(server.network, { ...LIMITS, silentMs: 200 })
    await expect(hurried(wanted('/a'))).rejects.toMatchObject({ message: /takes too long/, mayPass: true })
    server.answer((_request, response) => void response.writeHead(200).write('half'))
    const short = createFetchRemoteFile(server.network, { ...PATIENT, wholeMs: 300 })
    const read = async () => textOf((await short(wanted('/a')))?.bytes as AsyncIterable<Buffer>)
    await expect(read()).rejects.toThrow('takes too long')
  })

  it('that takes a connection and speaks no TLS is left', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, 'localhost')
    await once(silent, 'listening')
    const impatient = createFetchRemoteFile(server.network, { ...PATIENT, connectMs: 200 })
    const asked = impatient(wanted(`https://localhost:${(silent.address() as AddressInfo).port}/a`))
    await expect(asked).rejects.toMatchObject({ message: /takes too long/, mayPass: true })
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it.each([
    ['does not answer at any of its addresses', 'The server does not answer: h.', true, 'ECONNREFUSED'],
    ['has a certificate that is not valid', 'The certificate of h is refused: it is not valid.', false, 'CERT_REVOKED'],
    ['speaks no TLS', 'h does not speak TLS as it should.', false, 'EPROTO'],
    ['goes away', 'The connection was lost: h.', true, 'ECONNRESET'],
  ])('that %s is named so', (_what, message, mayPass, code) => {
    const error = Object.assign(new Error('words of the system'), { code })
    expect(problemOf(error, 'h')).toMatchObject({ message, mayPass })
    expect(problemOf(new AggregateError([error, new Error('another')]), 'h')).toMatchObject({ message, mayPass })
  })

  it('that cannot be reached, or whose name is unknown, is named', async () => {
    const gone = await startHttpsServer(certificate)
    await gone.stop()
    await expect(fetchHere(gone.url)).rejects.toMatchObject({ message: /does not answer: localhost/, mayPass: true })
    await expect(fetchHere('https://no-such-name.invalid/a')).rejects.toMatchObject({ mayPass: true })
  })

  it('is asked by nobody after a stop', async () => {
    const stop = new AbortController()
    server.answer(() => stop.abort())
    await expect(fetchHere('/a', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('must have a certificate for its name that somebody vouches for', async () => {
    const strangers = createFetchRemoteFile({ mayConnect: () => true }, LIMITS)
    await expect(strangers(wanted('/a'))).rejects.toMatchObject({
      message: 'The certificate of localhost is refused: nobody but the server itself vouches for it.',
      mayPass: false,
    })
    const wrong = await startHttpsServer(makeCertificate('lists.example'))
    const asked = createFetchRemoteFile(wrong.network, LIMITS)(wanted(wrong.url))
    await expect(asked).rejects.toThrow('is refused: it is of another server')
    await wrong.stop()
  })

  it.each(['localhost', '127.0.0.1', '[::1]', '[::ffff:7f00:1]', '0x7f.1', '169.254.169.254', '10.0.0.1'])(
    'of this machine or network is never asked: %s',
    async (host) => {
      const before = server.requests.length
      const fetchPublic = createFetchRemoteFile(undefined, LIMITS)
      const asked = fetchPublic(wanted(`https://${host}:${new URL(server.url).port}/a`))
      await expect(asked).rejects.toMatchObject({ message: /is not on the public internet/, mayPass: false })
      expect(server.requests).toHaveLength(before)
    },
  )

  it('is left when the connection leads elsewhere than the lookup said', async () => {
    const looks = [true, false]
    const network = { ...server.network, mayConnect: () => looks.shift() === true }
    const asked = createFetchRemoteFile(network, LIMITS)(wanted(server.url.replace('localhost', '127.0.0.1')))
    await expect(asked).rejects.toThrow('is not on the public internet')
    expect(looks).toEqual([])
  })

  it('is judged by the address that is connected to, at every step', async () => {
    let isPublic = true
    const network = { ...server.network, mayConnect: () => isPublic }
    server.answer((_request, response) => {
      // From now on the name means another address.
      isPublic = false
      response.writeHead(302, { location: '/second' }).end()
    })
    const asked = createFetchRemoteFile(network, LIMITS)(wanted('/first'))
    await expect(asked).rejects.toThrow('is not on the public internet')
    expect(server.requests.at(-1)?.url).toBe('/first')
  })

  it('is judged anew at the next file', async () => {
    let isPublic = true
    const fetchThere = createFetchRemoteFile({ ...server.network, mayConnect: () => isPublic }, LIMITS)
    server.answer((_request, response) => response.end('x'))
    await textOf((await fetchThere(wanted('/first')))?.bytes as AsyncIterable<Buffer>)
    isPublic = false
    await expect(fetchThere(wanted('/second'))).rejects.toThrow('is not on the public internet')
  })
})
