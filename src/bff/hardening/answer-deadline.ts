import type { FastifyInstance, FastifyReply } from 'fastify'
import { Overdue } from '#platform/within'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the caller waits for the answer of this route at most, in ms (default 10,000). */
    answerWithinMs?: number
  }
}

const ANSWER_WITHIN_MS = 10_000
/** How late a request may be noticed to be overdue. */
const LOOK_EVERY_MS = 250

/**
 * Answers 503 to every request that has no answer within its route's `answerWithinMs`, whatever it waits for. The time
 * counts from when the body has arrived, whether somebody has read it or not: until then `slow-bodies.ts` watches it.
 * An answer that has begun, such as a download or a stream of events, is left alone. The work itself is not stopped;
 * what it comes to is dropped.
 *
 * One timer looks at all requests that wait: a timer for each took a tenth of a list's time. Fastify's own
 * `handlerTimeout` gives up its timer as soon as the body has been read, so that a call with a body could wait for ever,
 * and it cuts off downloads.
 */
export function registerAnswerDeadline(app: FastifyInstance, { lookEveryMs = LOOK_EVERY_MS } = {}): void {
  /** The requests without an answer, and when it is due. */
  const waiting = new Map<FastifyReply, number>()
  let timer: NodeJS.Timeout | null = null

  function wait(reply: FastifyReply): void {
    waiting.set(reply, performance.now() + limitOf(reply))
    timer ??= setInterval(look, lookEveryMs).unref()
  }

  function look(): void {
    const now = performance.now()
    for (const [reply, dueAt] of waiting) {
      if (hasBegun(reply)) waiting.delete(reply)
      else if (isArriving(reply)) wait(reply)
      else if (now >= dueAt) end(reply)
    }
    if (waiting.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function end(reply: FastifyReply): void {
    waiting.delete(reply)
    reply.send(new Overdue('the answer', limitOf(reply)))
  }

  app.addHook('onRequest', (_request, reply, done) => {
    wait(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    waiting.delete(reply)
    done()
  })
}

function limitOf({ routeOptions }: FastifyReply): number {
  return routeOptions.config.answerWithinMs ?? ANSWER_WITHIN_MS
}

/** A request that a test hands over without a connection has its whole body. */
function isArriving({ request }: FastifyReply): boolean {
  return request.raw.complete === false
}

/** Whether there is nothing to wait for: the answer is on its way, or nobody is there to get it. */
function hasBegun(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent || reply.raw.closed
}
