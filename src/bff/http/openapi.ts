import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** The contract as OpenAPI at /api/docs, made from the same schemas that check and write every call. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Superprinter',
        version: '1.0.0',
        description:
          'The shop’s API. Every failure answers `{ code, message, requestId, fields?, details? }`; every answer ' +
          'carries `X-Request-Id`.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          staff: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of POST /api/admin/session; a browser sends it as the cookie staff_session.',
          },
        },
      },
      tags: [
        { name: 'Catalogue', description: 'Products, reviews and search' },
        { name: 'Customer', description: 'Sign-up, sign-in and sign-out' },
        { name: 'Orders', description: 'Placing orders and looking at one’s own' },
        { name: 'Privacy', description: 'Consent, recorded visits and privacy requests' },
        { name: 'Staff', description: 'The back office' },
        { name: 'Operation', description: 'For load balancers' },
      ],
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { validatorUrl: null }, logLevel: 'warn' })
}
