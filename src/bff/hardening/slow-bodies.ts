import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { HOUR_MS } from '#platform/time/durations'
import type { RefuseConnection } from './broken-requests.ts'

export interface BodyTimes {
  /** A request's headers must arrive within this time. */
  readonly headersMs: number
  /** An ordinary body must arrive within this time. */
  readonly bodyMs: number
  /** A body that is waited for must bring `minBytes` in each interval of this length … */
  readonly stallMs: number
  readonly minBytes: number
  /** … and arrive within this time. */
  readonly maxMs: number
}

/** A usable connection brings 16 kB in half a minute; 50 MB over a weak mobile connection take half an hour. */
const BODY_TIMES: BodyTimes = {
  headersMs: 15_000,
  bodyMs: 30_000,
  stallMs: 30_000,
  minBytes: 16 * 1024,
  maxMs: HOUR_MS,
}

type Wait = (request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Allows this request's body to arrive slowly, as long as it keeps arriving. Only for authenticated callers. */
    waitForSlowBody: Wait
  }
}

/**
 * Ends requests whose body does not arrive. Node's `requestTimeout` is one time for all requests: half a minute is
 * plenty for a form and far too little for a price list of 50 MB over a slow connection. So every body has half a
 * minute, and a route that expects a file calls `waitForSlowBody` once it has authenticated the caller.
 */
export function registerSlowBodies(
  app: FastifyInstance,
  refuse: RefuseConnection,
  times: BodyTimes = BODY_TIMES,
): void {
  app.server.headersTimeout = times.headersMs
  app.server.requestTimeout = 0
  const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const responses = new WeakMap<IncomingMessage, ServerResponse>()

  function watch(raw: IncomingMessage, timer: NodeJS.Timeout): void {
    stop(raw)
    deadlines.set(raw, timer.unref())
  }

  function stop(raw: IncomingMessage): void {
    clearTimeout(deadlines.get(raw))
    deadlines.delete(raw)
  }

  function abort(raw: IncomingMessage): void {
    if (raw.complete) return
    // The response may have been sent already, for example a refusal.
    if (responses.get(raw)?.headersSent === true) return void raw.socket.destroy()
    refuse(Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
    // The code that reads the body gets an error, and nothing waits for the client to close the connection.
    raw.socket.destroySoon()
  }

  app.addHook('onRequest', ({ raw }, reply, done) => {
    // A request that a test hands over without a connection has its whole body.
    if (hasBody(raw) && raw.socket instanceof Socket) {
      responses.set(raw, reply.raw)
      watch(
        raw,
        setTimeout(() => abort(raw), times.bodyMs),
      )
      raw.once('close', () => {
        // The response may be sent before the whole body has arrived. Then the connection is watched until it closes.
        if (raw.complete || raw.socket.destroyed) stop(raw)
        else raw.socket.once('close', () => stop(raw))
      })
    }
    done()
  })

  app.decorate<Wait>('waitForSlowBody', ({ raw }) => {
    if (raw.complete || !deadlines.has(raw)) return
    const endsAt = performance.now() + times.maxMs
    let lastBytesRead = raw.socket.bytesRead
    const check = (): void => {
      if (raw.complete) return stop(raw)
      const { bytesRead } = raw.socket
      // Bytes that have arrived and wait to be read are held up by the server, not by the connection.
      const isMoving = bytesRead - lastBytesRead >= times.minBytes || raw.readableLength > 0
      if (!isMoving || performance.now() > endsAt) return abort(raw)
      lastBytesRead = bytesRead
      watch(raw, setTimeout(check, times.stallMs))
    }
    watch(raw, setTimeout(check, times.stallMs))
  })
}

/** Whether the request says that a body follows its headers. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
