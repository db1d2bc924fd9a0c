import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerBrokenRequest } from './broken-requests.ts'

export interface BodyTimes {
  /** A request's head must be there within this time. */
  readonly headMs: number
  /** How long an ordinary body may take, from the first byte of the request. */
  readonly wholeMs: number
  /** A large one must bring `leastBytes` within each of these … */
  readonly stallMs: number
  readonly leastBytes: number
  /** … and be there after this. */
  readonly mostMs: number
}

/** Any useful line brings 16 kB in half a minute; 50 MB over a weak mobile line take half an hour. */
export const BODY_TIMES: BodyTimes = {
  headMs: 15_000,
  wholeMs: 30_000,
  stallMs: 30_000,
  leastBytes: 16 * 1024,
  mostMs: 60 * 60 * 1000,
}

type Wait = (request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets this request's body come slowly, as long as it keeps coming. Call it only for authenticated callers. */
    waitForSlowBody: Wait
  }
}

/**
 * Ends requests whose body does not come. The server's own `requestTimeout` knows one time for all of them: half a
 * minute is plenty for a form and far too little for a price list of 50 MB over a slow line. So every body has its half
 * minute, and a route that expects a file asks for patience once it knows who sends it.
 */
export function registerSlowBodies(app: FastifyInstance, times: BodyTimes = BODY_TIMES): void {
  app.server.headersTimeout = times.headMs
  app.server.requestTimeout = 0
  const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const answers = new WeakMap<IncomingMessage, ServerResponse>()

  function watch(raw: IncomingMessage, timer: NodeJS.Timeout): void {
    stop(raw)
    deadlines.set(raw, timer.unref())
  }

  function stop(raw: IncomingMessage): void {
    clearTimeout(deadlines.get(raw))
    deadlines.delete(raw)
  }

  /** A refusal may be out already; then there is nothing more to say. */
  function giveUp(raw: IncomingMessage): void {
    if (raw.complete) return
    if (answers.get(raw)?.headersSent === true) return void raw.socket.destroy()
    answerBrokenRequest(
      Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      raw.socket,
    )
    // The reader of the body gets an error, and we do not wait for the other side to hang up.
    raw.socket.destroySoon()
  }

  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) {
      answers.set(raw, reply.raw)
      watch(
        raw,
        setTimeout(() => giveUp(raw), times.wholeMs),
      )
      raw.once('close', () => {
        // A refusal may be sent while the body is still on its way; only its end, or the connection's, counts.
        if (raw.complete || raw.socket.destroyed) stop(raw)
        else raw.socket.once('close', () => stop(raw))
      })
    }
    done()
  })

  app.decorate<Wait>('waitForSlowBody', ({ raw }) => {
    if (raw.complete || !deadlines.has(raw)) return
    const endsAt = Date.now() + times.mostMs
    let seen = raw.socket.bytesRead
    const look = (): void => {
      if (raw.complete) return stop(raw)
      const { bytesRead } = raw.socket
      // What has come and is not read yet is held up here, not on the line.
      const isMoving = bytesRead - seen >= times.leastBytes || raw.readableLength > 0
      if (!isMoving || Date.now() > endsAt) return giveUp(raw)
      seen = bytesRead
      watch(raw, setTimeout(look, times.stallMs))
    }
    watch(raw, setTimeout(look, times.stallMs))
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
