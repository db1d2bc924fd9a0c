import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NumericId } from '#contracts/common'
import { PeopleHere, PresenceBody } from '#contracts/presence'
import type { AdminModule } from '#modules/admin'
import { staffSessionOf } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { failures } from '../failures.ts'

const NumberedPath = z.object({ id: NumericId })
const NamedPath = z.object({ id: z.string().max(60) })

/**
 * What people can have open at the same time, and who may know of each other there: everybody who may see the thing.
 */
const PLACES = [
  { kind: 'order', path: 'orders', name: 'an order', permission: 'orders.read', params: NumberedPath },
  { kind: 'product', path: 'products', name: 'a product', permission: 'products.read', params: NumberedPath },
  { kind: 'inbox', path: 'inbox', name: 'an entry of the inbox', permission: 'inbox.read', params: NamedPath },
  { kind: 'import', path: 'imports', name: 'an import', permission: 'imports.read', params: NamedPath },
  { kind: 'supplier', path: 'suppliers', name: 'a supplier', permission: 'imports.read', params: NamedPath },
  { kind: 'saved-reply', path: 'saved-replies', name: 'a saved reply', permission: 'inbox.read', params: NamedPath },
] as const

/** Who else of the staff has the same thing open. */
export const staffPresenceRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'presence'> }> = (
  app,
  { admin },
  done,
) => {
  for (const { kind, path, name, permission, params } of PLACES)
    app.route({
      method: 'POST',
      url: `/admin/${path}/:id/presence`,
      config: { access: { staff: permission } },
      bodyLimit: BODY_LIMITS.auth,
      schema: {
        operationId: `reportPresenceAt${inWords(kind)}`,
        tags: ['Staff'],
        summary: `Says that somebody has ${name} open, and tells who else has`,
        description:
          'Send it again at least every 30 seconds, a hidden page every 90; what is not repeated is forgotten. ' +
          'Nothing of it is stored. ' +
          `\`people-at-${kind}\` in the stream of changes says when to ask again.`,
        params,
        body: PresenceBody,
        response: { 200: PeopleHere, ...failures(400, 401, 403, 413, 415) },
      },
      handler: async (request) => {
        const place = { kind, id: String(request.params.id) }
        return [...(await admin.presence.report(staffSessionOf(request), { place, ...request.body }))]
      },
    })
  done()
}

/** "SavedReply" */
function inWords(kind: string): string {
  return kind
    .split('-')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('')
}
