import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from '#contracts/errors'
import { HttpRefusal } from '../http/http-refusal.ts'
import { NOT_FOR_PEOPLE } from '../http/wants-page.ts'
import { MAX_ADDRESS_LENGTH } from './long-addresses.ts'

type Refusal = readonly [status: number, code: string, message: string]

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'BODY_TOO_LARGE', 'The body is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
}
const NOT_UNDERSTOOD: Refusal = [400, 'BAD_REQUEST', 'The request cannot be understood.']
const ADDRESS_TOO_LONG: Refusal = [414, 'ADDRESS_TOO_LONG', 'This address is too long.']

const expecting = new WeakSet<IncomingMessage>()
/** Those whose address names another host than their header. */
const ofTwoHosts = new WeakSet<IncomingMessage>()
/** An address as programs send it to a proxy. */
const WITH_ORIGIN = /^https?:\/\/([^/?#]*)(.*)$/is

/** What Node reports when its parser gives up. */
interface ParserError extends Error {
  readonly code?: string
  /** The bytes that it could not parse: a Buffer, which Fastify's types say otherwise. */
  readonly rawPacket?: unknown
}

/**
 * Answers bytes that Node could not parse as a request, and closes the connection. Whole requests that came before them
 * get their answers first: a caller takes what comes for the answer to the oldest one.
 */
export type RefuseConnection = (error: ParserError, socket: Socket) => void

/** How long a refused caller has to read why before the connection is closed from here. */
const LINGER_MS = 5000

/**
 * Answers broken requests with an ErrorBody.
 * @param headers the headers of every answer of the shop
 */
export function createRefuseConnection(
  headers: Readonly<Record<string, string>>,
  { lingerMs = LINGER_MS } = {},
): RefuseConnection {
  /** Those that are refused when what was asked before is answered. */
  const waiting = new WeakSet<Socket>()

  return function refuse(error, socket) {
    // Whatever comes behind broken bytes is broken, too.
    if (waiting.has(socket)) return
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy(error)
      return
    }
    const current = currentAnswerOf(socket)
    if (current?.req.complete === true) {
      waiting.add(socket)
      current.once('close', () => {
        waiting.delete(socket)
        refuse(error, socket)
      })
      return
    }
    // The request is refused whose answer has begun: whatever is written now would be a part of it.
    if (current?.headersSent === true) return void socket.destroy()
    const [status, code, message] = refusalOf(error)
    const requestId = randomUUID()
    const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody)
    const all = {
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    // The other side may neither read it nor ever close its half.
    const closing = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(closing))
  }
}

/** The answer that Node is writing to a connection or will write next; its types do not name it. */
function currentAnswerOf(socket: Socket): ServerResponse | null {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null
}

function refusalOf({ code = '', rawPacket }: ParserError): Refusal {
  const isAddress = code === 'HPE_HEADER_OVERFLOW' && Buffer.isBuffer(rawPacket) && beginsWithLongAddress(rawPacket)
  return isAddress ? ADDRESS_TOO_LONG : (REFUSALS[code] ?? NOT_UNDERSTOOD)
}

/** Node counts the address with the headers, so one that is longer than all headers may be is found here. */
function beginsWithLongAddress(packet: Buffer): boolean {
  const start = packet.subarray(0, MAX_ADDRESS_LENGTH + 16)
  return /^[A-Z]+ \/\S+$/.test(start.toString('latin1'))
}

/**
 * The path and query of an address that names its origin, too: HTTP has every server take such ones, and nobody behind
 * this has to know of them. For Fastify's `rewriteUrl`; `refuseIncompleteRequests` refuses those of another host.
 */
export function withoutOrigin(address: string, request: IncomingMessage): string {
  if (address.startsWith('/')) return address
  const [, host, path] = WITH_ORIGIN.exec(address) ?? []
  if (host === undefined || path === undefined) return address
  if (host.toLowerCase() !== (request.headers.host ?? host).toLowerCase()) ofTwoHosts.add(request)
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * An address of a page with escapes that mean nothing ("/%zz"): its letters stand for themselves, so that it is an
 * unknown address like any other and not a broken request. For Fastify's `rewriteUrl`; the router would refuse it.
 */
export function withReadableEscapes(address: string): string {
  if (!address.includes('%') || NOT_FOR_PEOPLE.test(address)) return address
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return path.replaceAll('%', '%25') + query
  }
}

/**
 * Refuses what Node would refuse by itself, without any of the shop's headers: a request without `Host`, one with an
 * expectation other than 100-continue, and one for a tunnel, which it would not even answer; and one with two hosts, of
 * which a proxy may have looked at another one than the shop. Needs the server option `requireHostHeader: false`.
 */
export function refuseIncompleteRequests(app: FastifyInstance, refuse: RefuseConnection): void {
  app.server.on('connect', (_request, socket: Socket) => {
    // From here on nobody else looks after it.
    socket.on('error', () => socket.destroy())
    const isAnswering = currentAnswerOf(socket) !== null
    refuse(new Error('A tunnel was asked for.'), socket)
    if (!isAnswering) socket.destroySoon()
  })
  app.server.on('checkExpectation', (request, response) => {
    expecting.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (expecting.has(raw)) return done(new HttpRefusal(417, 'EXPECTATION_FAILED', 'Send it without "Expect".'))
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      return done(new HttpRefusal(400, 'BAD_REQUEST', 'The request has no "Host" header.'))
    if (ofTwoHosts.has(raw))
      return done(new HttpRefusal(400, 'BAD_REQUEST', 'The address and the "Host" header name two hosts.'))
    if (hasTwoHosts(raw.rawHeaders))
      return done(new HttpRefusal(400, 'BAD_REQUEST', 'The request has two "Host" headers.'))
    done()
  })
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
