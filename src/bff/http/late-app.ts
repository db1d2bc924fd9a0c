import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ShopIsClosing } from '#platform/errors/not-now'

type App = Pick<FastifyInstance, 'routing' | 'close'>

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

/** An app that is assembled when it is first needed. */
export interface LateApp {
  readonly calls: Domain['calls']
  /** Resolves when it is assembled, which it is from then on. @throws whatever assembling threw; ShopIsClosing */
  assembled(): Promise<unknown>
  /** Why this request came back, because the app could not be assembled; undefined for all others. */
  failureFor(request: IncomingMessage): Error | undefined
}

/**
 * Hands some requests to an app of their own, which is assembled for the first of them. It buys a start the time and the
 * memory of all that is for few people. It costs that the first of them waits for it, and that hooks of `app` do not run
 * for these requests: the other app needs its own. Where it could not be assembled, which only a fault of the code or a
 * lack of memory can bring about, `app` gets the requests after all and refuses them by `failureFor`, once its own
 * refusals and limits have seen them.
 *
 * Call it before anything else listens to requests. `app` must refuse requests while it closes.
 */
export function mountLateApp(app: FastifyInstance, { path, calls }: Domain, assemble: () => Promise<App>): LateApp {
  const [begin] = app.server.listeners('request') as [RequestListener]
  const isBelow = addressOf(path, '[/?#]|$')
  const others = calls.map((call) => ({ method: call.method, address: addressOf(call.path, '[?#]|$') }))
  const failures = new WeakMap<IncomingMessage, Error>()
  let assembling: Promise<App> | null = null
  let ready: App | null = null
  let isClosing = false

  function isFor({ method, url = '' }: IncomingMessage): boolean {
    const address = readable(url)
    return isBelow.test(address) || others.some((call) => call.method === method && call.address.test(address))
  }

  async function assembleUnlessClosing(): Promise<App> {
    if (isClosing) throw new ShopIsClosing()
    const late = await assemble()
    if (isClosing) {
      await late.close()
      throw new ShopIsClosing()
    }
    return (ready = late)
  }

  function assembled(): Promise<App> {
    assembling ??= assembleUnlessClosing()
    return assembling
  }

  function routeWhenReady(request: IncomingMessage, response: ServerResponse): void {
    const giveBack = (error: Error): void => {
      failures.set(request, error)
      begin(request, response)
    }
    void assembled().then((late) => late.routing(request, response), giveBack)
  }

  app.server.removeListener('request', begin)
  app.server.on('request', (request, response) => {
    if (!isFor(request)) begin(request, response)
    else if (ready !== null) ready.routing(request, response)
    else routeWhenReady(request, response)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    await ready?.close()
  })
  return { calls, assembled, failureFor: (request) => failures.get(request) }
}

/** Programs may send an address with its origin. */
function addressOf(path: string, end: string): RegExp {
  return new RegExp(`^(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*)?${path}(?:${end})`)
}

/** An address as the router compares it: letters may be written as codes. */
function readable(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
