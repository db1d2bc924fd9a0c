import { setImmediate } from 'node:timers/promises'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { makeAnswer, sendAnswer, type Answer } from '../answers/answer.ts'

/** To make the whole document at once takes 300 ms of processor. */
const PARTS = 40
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }

interface ApiDocument {
  readonly paths?: Readonly<Record<string, unknown>>
}

/**
 * Serves the API's OpenAPI document at /api/docs, made from the schemas that validate and serialize every call. It is made
 * when it is first asked for, in parts of some routes each, between which others are answered.
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const partOf = new Map<string, number>()
  for (let part = 0; part < PARTS; part += 1) await app.register(swagger, optionsOf(part, partOf))
  let made: Promise<Answer> | null = null

  async function makeDocument(): Promise<Answer> {
    const documents: ApiDocument[] = []
    for (let part = 0; part < PARTS; part += 1) {
      documents.push(app.getDecorator<() => ApiDocument>(decoratorOf(part))())
      await setImmediate()
    }
    const paths = documents.flatMap((document) => Object.entries(document.paths ?? {}))
    const inOrder = paths.toSorted(([one], [other]) => (one < other ? -1 : 1))
    return makeAnswer(JSON.stringify({ ...documents[0], paths: Object.fromEntries(inOrder) }), { headers: HEADERS })
  }

  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { validatorUrl: null },
    logLevel: 'warn',
    uiHooks: {
      async preHandler(request: FastifyRequest, reply: FastifyReply) {
        const { url } = request.routeOptions
        // The same document in a form that takes a second to write.
        if (url === '/api/docs/yaml') return reply.redirect('/api/docs/json')
        if (url !== '/api/docs/json') return
        made ??= makeDocument()
        return sendAnswer(request, reply, await made)
      },
    },
  })
}

function decoratorOf(part: number): 'swagger' {
  // By its type a document has this one name.
  return `apiPart${part}` as 'swagger'
}

/** @param partOf to which part the routes of an address belong, as soon as a part has met them */
function optionsOf(part: number, partOf: Map<string, number>): FastifyDynamicSwaggerOptions {
  return {
    decorator: decoratorOf(part),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Superprinter',
        version: '1.0.0',
        description:
          'The shop’s API. Every error answers `{ code, message, requestId, fields?, details? }`; every ' +
          'response carries `X-Request-Id`.',
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
    },
    transform(route) {
      const own = partOf.get(route.url) ?? partOf.size % PARTS
      partOf.set(route.url, own)
      return own === part ? jsonSchemaTransform(route) : { schema: { hide: true }, url: route.url }
    },
  }
}
