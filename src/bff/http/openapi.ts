import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Serves the API's OpenAPI document at /api/docs, made from the schemas that validate and serialize every call. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
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
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: null }, logLevel: 'warn' })
}
