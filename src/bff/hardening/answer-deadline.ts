import type { FastifyInstance, FastifyReply } from 'fastify'
import { Node, Yallist } from 'yallist'
import { Overdue } from '#platform/concurrency/within'

declare module 'fastify' {
  interface FastifyReply {
    /** Its place among those without an answer; null once nothing is due any more. */
    placeInWait: Node<Waiting> | null
  }
  interface FastifyContextConfig {
    /** How long the caller waits for the answer of this route at most, in ms (default 10,000). */
    answerWithinMs?: number
  }
}

interface Waiting {
  readonly reply: FastifyReply
  /** By the process's own time, in ms. */
  dueAt: number
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
 * One timer looks at all requests that wait: a timer for each took a tenth of a list's time. They stand in a linked list,
 * because a map that gets and loses an entry with each request is made anew all the time, and what V8 has not collected yet
 * of the old ones keeps requests for as long. That took another tenth. Fastify's own
 * `handlerTimeout` gives up its timer as soon as the body has been read, so that a call with a body could wait for ever,
 * and it cuts off downloads.
 */
export function registerAnswerDeadline(app: FastifyInstance, { lookEveryMs = LOOK_EVERY_MS } = {}): void {
  const waiting = new Yallist<Waiting>()
  let timer: NodeJS.Timeout | null = null

  function wait(reply: FastifyReply): void {
    reply.placeInWait = new Node({ reply, dueAt: performance.now() + limitOf(reply) })
    waiting.pushNode(reply.placeInWait)
    timer ??= setInterval(look, lookEveryMs).unref()
  }

  function end(reply: FastifyReply): void {
    if (reply.placeInWait !== null) waiting.removeNode(reply.placeInWait)
    reply.placeInWait = null
  }

  function look(): void {
    const now = performance.now()
    for (const each of waiting.toArray()) {
      const { reply } = each
      if (hasBegun(reply)) end(reply)
      else if (isArriving(reply)) each.dueAt = now + limitOf(reply)
      else if (now >= each.dueAt) refuse(reply)
    }
    if (waiting.length > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function refuse(reply: FastifyReply): void {
    end(reply)
    reply.send(new Overdue('the answer', limitOf(reply)))
  }

  app.decorateReply('placeInWait', null)
  app.addHook('onRequest', (_request, reply, done) => {
    wait(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    end(reply)
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
