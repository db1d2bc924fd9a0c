import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Import, ImportList, ImportsQuery } from '#contracts/imports'
import type { AdminModule } from '#modules/admin'
import type { StaffAccess } from '../../auth/staff-access.ts'
import { PathId } from '../../http/path-ids.ts'
import { sendEventStream } from '../../live/event-stream.ts'
import type { ImportStreams } from '../../live/import-streams.ts'
import { presentImport, presentListedImport } from '../../presenters/import.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const MAX_LISTED = 200

export const ImportPath = z.object({ id: PathId.describe("The import's id") })

/** Past and running imports, and their state as it changes. */
export const staffImportHistoryRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'imports'>
  staffAccess: StaffAccess
  importStreams: ImportStreams
}> = (app, { admin, staffAccess, importStreams }, done) => {
  const { imports } = admin

  // The server waits for open responses when it closes, and streams never end on their own.
  app.addHook('preClose', (closed) => {
    importStreams.close()
    closed()
  })

  app.route({
    method: 'GET',
    url: '/admin/imports',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listImports',
      tags,
      summary: 'Imports, newest first',
      description:
        'X-Total-Count says how many there are, counted up to the next thousand behind the page; the ' +
        `${MAX_LISTED} newest without \`limit\`.`,
      querystring: ImportsQuery,
      response: { 200: ImportList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { limit = MAX_LISTED, offset = 0 } = request.query
      const { imports: items, total } = await imports.list({ limit, offset })
      return reply.header('x-total-count', String(total)).send(items.map((item) => presentListedImport(imports, item)))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getImport',
      tags,
      summary: 'The state of an import',
      params: ImportPath,
      response: { 200: Import, ...failures(401, 403, 404) },
    },
    handler: async (request) => presentImport(imports, await imports.get(request.params.id)),
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/stream',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'streamImport',
      tags,
      summary: 'Server-sent events: `import` with the whole state, immediately and after each step',
      params: ImportPath,
      response: { 200: bodyOfType('text/event-stream', 'Server-sent events.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await imports.get(request.params.id)
      const token = staffAccess.tokenOf(request) ?? ''
      return sendEventStream(request, reply as FastifyReply, () => importStreams.open(request.params.id, token))
    },
  })
  done()
}
