import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkBody } from '#contracts/common'
import type { IdentityModule } from '#modules/identity'
import { AppError } from '#platform/errors/errors'
import { BODY_LIMITS } from '../http/bodies.ts'
import { failures } from './failures.ts'
import { LinkQuery, redirectToPage } from './mail-links.ts'

const tags = ['Privacy']

/** The file that answers a privacy request, by the link in a mail (specification 2, section 5). */
export const dataExportRoutes: FastifyPluginCallbackZod<{ identity: Pick<IdentityModule, 'takeDataExport'> }> = (
  app,
  { identity },
  done,
) => {
  app.route({
    method: 'GET',
    url: '/data-requests/export',
    config: { access: 'public' },
    schema: {
      operationId: 'openDataExportLink',
      tags,
      summary: 'The link in earlier mails: redirects to the page with the download; hands out nothing',
      querystring: LinkQuery,
      response: { 302: z.undefined().describe('To /data-export?token=…'), ...failures(400) },
    },
    handler: async (request, reply) => redirectToPage(reply, '/data-export', request.query),
  })

  app.route({
    method: 'POST',
    url: '/data-requests/export',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'downloadDataExport',
      tags,
      summary: 'The file with all data about a person: once, within 7 days of the mail with its link',
      body: LinkBody,
      response: { 200: z.any().describe('As a file.'), ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const file = await identity.takeDataExport(request.body.token)
      if (file === null)
        throw new AppError(
          'not-found',
          'EXPORT_NOT_FOUND',
          'This link was used before or is older than 7 days. Please send a new request.',
        )
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="superprinter-${file.reference}.json"`,
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
        })
        .send(file.content)
    },
  })
  done()
}
