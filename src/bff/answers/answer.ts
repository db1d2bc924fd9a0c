import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Below this many bytes packing costs more than it saves. */
const WORTH_COMPRESSING = 1024

/** An answer in the bytes that go out, kept to be sent again and again. */
export interface Answer {
  readonly status: number
  readonly body: Buffer
  /** Names exactly these bytes; a packed form has a tag of its own. */
  readonly tag: string
  /** What goes out with it besides the tag; content-type included. */
  readonly headers: Readonly<Record<string, string>>
  readonly compressible: boolean
  readonly packed: Map<Encoding, Promise<Buffer>>
}

/**
 * Makes an answer of a body.
 * @param options.headers must hold the content-type
 * @param options.compressible false for what is compressed already, like photographs
 */
export function makeAnswer(
  content: string | Buffer,
  options: {
    readonly headers: Readonly<Record<string, string>>
    readonly status?: number
    readonly compressible?: boolean
  },
): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const compressible = (options.compressible ?? true) && body.length >= WORTH_COMPRESSING
  const headers = { ...options.headers, ...(compressible ? { vary: 'accept-encoding' } : {}) }
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  return { status: options.status ?? 200, body, tag, headers, compressible, packed: new Map() }
}

/** Bytes that an answer takes in a cache, its packed forms estimated. */
export function sizeOf(answer: Answer): number {
  return Math.ceil(answer.body.length * 1.4) + 1024
}

/** Sends an answer, packed as the caller accepts it, or 304 when the caller has these bytes already. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const encoding = answer.compressible ? acceptedEncoding(request.headers['accept-encoding']) : null
  const etag = encoding === null ? `"${answer.tag}"` : `"${answer.tag}-${encoding}"`
  reply.headers(answer.headers).header('etag', etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && answer.status === 200 && matches(known, answer.tag))
    return reply.code(304).removeHeader('content-type').send()
  reply.code(answer.status)
  if (encoding === null) return reply.send(answer.body)
  reply.header('content-encoding', encoding)
  void pack(answer, encoding).then(
    (bytes) => reply.send(bytes),
    (error: unknown) => reply.removeHeader('content-encoding').send(error),
  )
  return reply
}

/** Whether an If-None-Match names these bytes, packed or not. */
function matches(known: string, tag: string): boolean {
  return known === '*' || known.includes(`"${tag}"`) || known.includes(`"${tag}-br"`) || known.includes(`"${tag}-gzip"`)
}

function pack(answer: Answer, encoding: Encoding): Promise<Buffer> {
  const existing = answer.packed.get(encoding)
  if (existing !== undefined) return existing
  const packing =
    encoding === 'br'
      ? compressBrotli(answer.body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length },
        })
      : compressGzip(answer.body, { level: 6 })
  answer.packed.set(encoding, packing)
  packing.catch(() => answer.packed.delete(encoding))
  return packing
}

const MAX_KNOWN_HEADERS = 200
const knownHeaders = new Map<string, Encoding | null>()

/**
 * The best packing that an Accept-Encoding header allows; brotli before gzip. Few headers exist, so they are
 * remembered.
 */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (typeof header !== 'string') return null
  const known = knownHeaders.get(header)
  if (known !== undefined) return known
  const allowed = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(';'))
      .filter(([, quality]) => !/^\s*q=0(\.0*)?\s*$/.test(quality ?? ''))
      .map(([name]) => name?.trim()),
  )
  const best = allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : null
  if (knownHeaders.size < MAX_KNOWN_HEADERS) knownHeaders.set(header, best)
  return best
}
