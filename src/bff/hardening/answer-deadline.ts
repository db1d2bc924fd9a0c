import type { FastifyInstance } from 'fastify'
import { Overdue } from '#platform/within'
import { hasBody } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the caller waits for the answer of this route at most, in ms (default 10,000). */
    answerWithinMs?: number
  }
}

const ANSWER_WITHIN_MS = 10_000

/**
 * Answers 503 to every request that has no answer within its route's `answerWithinMs`, whatever it waits for. The time
 * counts from when the body has been read: until then `slow-bodies.ts` watches it. An answer that has begun, such as a
 * download or a stream of events, is left alone. The work itself is not stopped; what it comes to is dropped. It costs
 * some 3 microseconds of a request.
 *
 * Fastify's own `handlerTimeout` gives up its timer as soon as the body has been read, so that a call with a body could wait
 * for ever, and it cuts off downloads.
 */
export function registerAnswerDeadline(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const limitMs = request.routeOptions.config.answerWithinMs ?? ANSWER_WITHIN_MS
    let timer: NodeJS.Timeout | undefined
    const start = (): void => {
      clearTimeout(timer)
      if (!reply.raw.closed) timer = setTimeout(end, limitMs).unref()
    }
    function end(): void {
      if (reply.sent || reply.raw.headersSent) return
      // A request that a test hands over without a connection has its whole body.
      if (raw.complete === false) start()
      else reply.send(new Overdue('the answer', limitMs))
    }
    start()
    if (hasBody(raw)) raw.once('end', start)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
