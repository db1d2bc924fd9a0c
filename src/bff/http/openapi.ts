import { setImmediate } from 'node:timers/promises'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  type RouteOptions,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { makeAnswer, sendAnswer, type Answer } from '../answers/answer.ts'
import { answersUnderPressure } from '../limits/fresh-work.ts'
import { failures } from '../routes/failures.ts'
import { takesBody } from './bodies.ts'
import { NO_OTHER_COMPILERS } from './validation.ts'

/** Making the whole document at once takes 300 ms of the processor. */
const ADDRESSES_AT_ONCE = 2
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
const OPENAPI: FastifyDynamicSwaggerOptions['openapi'] = {
  openapi: '3.1.0',
  info: {
    title: 'Superprinter',
    version: '1.0.0',
    description:
      'The shop’s API. Every error answers `{ code, message, requestId, fields?, details? }`; every ' +
      'response carries `X-Request-Id`. An address that cannot be read answers 400 BAD_URL, one that is too long 414, ' +
      'and one that leads to no call 404 NOT_FOUND.',
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      staff: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token of POST /api/admin/session; a browser sends it as an HttpOnly cookie.',
      },
    },
  },
  tags: [
    { name: 'Catalog', description: 'Products, reviews and search' },
    { name: 'Customer', description: 'Sign-up, sign-in and sign-out' },
    { name: 'Orders', description: 'Placing orders and following them' },
    { name: 'Privacy', description: 'Consent, recorded visits and privacy requests' },
    { name: 'Staff', description: 'The back office' },
    { name: 'Operation', description: 'For load balancers' },
  ],
}

interface ApiDocument {
  readonly paths?: Readonly<Record<string, unknown>>
}

/** The routes that the document describes, of all apps of the server. */
export interface ApiRoutes {
  /** Adds the routes that are registered from here on. */
  collect(app: FastifyInstance): void
  /** Those of each address. */
  byAddress(): readonly (readonly RouteOptions[])[]
}

export function createApiRoutes(): ApiRoutes {
  const routes = new Map<string, RouteOptions[]>()
  return {
    collect(app) {
      app.addHook('onRoute', (route) => {
        if (route.method === 'HEAD' || route.schema?.hide === true) return
        routes.set(route.url, [...(routes.get(route.url) ?? []), route])
      })
    },
    byAddress: () => [...routes.values()],
  }
}

/**
 * Serves the API's OpenAPI document at /api/docs, made from the schemas that validate and serialize every call. It is
 * made when it is first asked for, of some addresses at a time, between which others are answered. Until then it costs
 * a start only the list of the routes.
 * @param deps.areComplete resolves when all apps have registered their routes
 */
export async function registerOpenApi(
  app: FastifyInstance,
  deps: { readonly apiRoutes: ApiRoutes; readonly areComplete: () => Promise<unknown> },
): Promise<void> {
  let made: Promise<Answer> | null = null

  async function makeDocument(): Promise<Answer> {
    await deps.areComplete()
    // First of no address: that runs the code for the first time, and nobody should wait for both.
    const documents = [await describe([])]
    const addresses = deps.apiRoutes.byAddress()
    await setImmediate()
    for (let at = 0; at < addresses.length; at += ADDRESSES_AT_ONCE) {
      documents.push(await describe(addresses.slice(at, at + ADDRESSES_AT_ONCE).flat()))
      await setImmediate()
    }
    const paths = documents.flatMap((document) => Object.entries(document.paths ?? {}))
    const inOrder = paths.toSorted(([one], [other]) => (one < other ? -1 : 1))
    return makeAnswer(JSON.stringify({ ...documents[0], paths: Object.fromEntries(inOrder) }), { headers: HEADERS })
  }

  // The page will not be registered without it.
  await app.register(swagger)
  await app.register(async (page) => {
    // The document is written once, and its page is of files: both are there however busy the process is.
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, pressureHandler: answersUnderPressure }
    })
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { validatorUrl: null },
      logLevel: 'warn',
      uiHooks: {
        async preHandler(request: FastifyRequest, reply: FastifyReply) {
          const { url } = request.routeOptions
          // The page names its scripts, which another version of the shop may not have.
          if (url?.startsWith('/api/docs/static/') !== true) reply.header('cache-control', 'no-cache')
          // The same document, which takes a second to write as YAML.
          if (url === '/api/docs/yaml') return reply.redirect('/api/docs/json')
          if (url !== '/api/docs/json') return
          made ??= makeDocument().catch((error: unknown) => {
            made = null
            throw error
          })
          return sendAnswer(request, reply, await made)
        },
      },
    })
  })
}

/** A call that declares no body is refused like any other for the one that is sent with it. */
function withBodyFailures(schema: FastifySchema): FastifySchema {
  return { ...schema, response: { ...failures(400, 413, 415), ...(schema.response as object | undefined) } }
}

/** The document of some routes, by a server of their own that nobody can reach. */
async function describe(routes: readonly RouteOptions[]): Promise<ApiDocument> {
  const app = Fastify({ exposeHeadRoutes: false, schemaController: { compilersFactory: NO_OTHER_COMPILERS } })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, { openapi: OPENAPI, transform: jsonSchemaTransform })
  for (const { method, url, schema = {} } of routes)
    app.route({ method, url, schema: takesBody(method) ? withBodyFailures(schema) : schema, handler: () => {} })
  await app.ready()
  await setImmediate()
  return app.swagger()
}
