import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { SetOwnHeaders } from '../http/security-headers.ts'
import type { CountRequest } from '../limits/request-limits.ts'
import { acceptedEncoding, isLong, sendAnswer, type Answer } from './answer.ts'
import { createJointAnswers } from './joint-answers.ts'

/** How a route answers the requests that need no contract. For `config.quickAnswers` of the route. */
export interface QuickAnswers {
  /** The response that is kept for exactly this URL, while it is up to date. */
  find(url: string): Answer | undefined
  /** What makes the response as the route's handler would; null for a request that the route has to look at. */
  prepare(request: FastifyRequest): (() => Promise<Answer>) | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    quickAnswers?: QuickAnswers
  }
}

/**
 * Answers the calls that come most often before everything that other routes go through: headers one by one, cookies,
 * the contract's reading of the query, the hooks of the route. It buys a seventh of a list's processor time. It costs
 * that the general limit and the headers of all answers stand in two places, so a test compares its answers with those
 * of the routes.
 *
 * Register what refuses requests before it. Under pressure it answers only what is kept.
 * @param deps.headers the headers that `deps.setOwnHeaders` sets beside the request's id
 */
export function registerQuickAnswers(
  app: FastifyInstance,
  deps: {
    readonly headers: Readonly<Record<string, string>>
    readonly setOwnHeaders: SetOwnHeaders
    readonly countRequest: CountRequest
  },
): void {
  const ownHeaders = Object.entries(deps.headers).flat()
  const joint = createJointAnswers()

  app.addHook('onRequest', (request, reply, done) => {
    const { quickAnswers } = request.routeOptions.config
    // Other routes may take longer than what was asked before.
    if (quickAnswers === undefined || request.method !== 'GET') return joint.after(done)
    const kept = quickAnswers.find(request.raw.url ?? '')
    if (kept !== undefined) return joint.begin(() => void answer(request, reply, () => kept, done))
    const make = app.isUnderPressure() ? null : quickAnswers.prepare(request)
    if (make === null) return joint.after(done)
    joint.begin(() => void answer(request, reply, make, done))
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Answer | Promise<Answer>,
    done: HookHandlerDoneFunction,
  ): Promise<void> {
    try {
      await deps.countRequest(request)
      send(request, reply, await make())
    } catch (error) {
      done(error as Error)
    }
  }

  function send(request: FastifyRequest, reply: FastifyReply, made: Answer): void {
    // The deadline may have passed meanwhile.
    if (reply.sent) return
    const { 'accept-encoding': encodings, 'if-none-match': known } = request.headers
    if (known === undefined && acceptedEncoding(encodings) === null && !isLong(made.body))
      sendPlain(request, reply, made)
    else sendAnswer(request, deps.setOwnHeaders(request, reply), made)
  }

  /**
   * As `sendAnswer` for a caller who accepts no compression and has no former answer: in one piece with all headers.
   */
  function sendPlain(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, compressible, tag, body }: Answer,
  ) {
    const all = [...ownHeaders, 'x-request-id', request.id]
    for (const name in headers) all.push(name, headers[name] as string)
    if (compressible) all.push('vary', 'accept-encoding')
    all.push('etag', `"${tag}"`, 'content-length', String(body.length))
    reply.hijack()
    joint.end(reply.raw.writeHead(status, all), body)
  }
}
