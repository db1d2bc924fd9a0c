import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

type App = Pick<FastifyInstance, 'routing' | 'close'>

/** An app that is assembled when it is first needed. */
export interface LateApp {
  /** Resolves when it is assembled, which it is from then on. @throws whatever assembling throws; the next call tries again */
  assembled(): Promise<unknown>
}

/** Which requests an app answers. */
export interface Domain {
  /** All for this path and for what lies below it: letters, digits and slashes, without one at its end. */
  readonly path: string
  /** And these. */
  readonly calls: readonly Call[]
}

export interface Call {
  readonly method: string
  readonly path: string
}

/**
 * Hands some requests to an app of their own, which is assembled for the first of them. It buys a start the time and the
 * memory of all that is for few people. It costs that the first of them waits for it, and that hooks of `app` do not run
 * for these requests: the other app needs its own. Where it cannot be assembled, `app` answers with the error, and the
 * next request tries again.
 *
 * Call it before anything else listens to requests, and before other hooks.
 */
export function mountLateApp(app: FastifyInstance, { path, calls }: Domain, assemble: () => Promise<App>): LateApp {
  const [begin] = app.server.listeners('request') as [RequestListener]
  const isBelow = addressOf(path, '[/?#]|$')
  const others = calls.map((call) => ({ method: call.method, address: addressOf(call.path, '[?#]|$') }))
  const failures = new WeakMap<IncomingMessage, Error>()
  let assembling: Promise<App> | null = null
  let ready: App | null = null
  let isClosing = false

  const isFor = ({ method, url = '' }: IncomingMessage): boolean =>
    isBelow.test(url) || others.some((call) => call.method === method && call.address.test(url))

  function assembled(): Promise<App> {
    assembling ??= assemble().then(
      (app) => (ready = app),
      (error: unknown) => {
        assembling = null
        throw error
      },
    )
    return assembling
  }

  function handOver(request: IncomingMessage, response: ServerResponse): void {
    const refuse = (error: Error): void => {
      failures.set(request, error)
      begin(request, response)
    }
    void assembled().then((late) => late.routing(request, response), refuse)
  }

  app.server.removeListener('request', begin)
  app.server.on('request', (request, response) => {
    if (!isFor(request)) begin(request, response)
    else if (ready !== null) ready.routing(request, response)
    // What is closing begins nothing.
    else if (isClosing) begin(request, response)
    else handOver(request, response)
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => done(failures.get(raw)))
  app.addHook('preClose', async () => {
    isClosing = true
    const late = await assembling?.catch(() => null)
    await late?.close()
  })
  return { assembled }
}

/** Programs may send an address with its origin. */
function addressOf(path: string, end: string): RegExp {
  return new RegExp(`^(?:https?://[^/?#]*)?${path}(?:${end})`)
}
