import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NumericId } from '#contracts/common'
import { PeopleHere, PresenceBody } from '#contracts/presence'
import type { AdminModule } from '#modules/admin'
import { NoStaffSession } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { failures } from '../failures.ts'

const NumberedPath = z.object({ id: NumericId })
const EntryPath = z.object({ id: z.string().max(40) })

/** What people can have open at the same time, and who may know of each other there: whoever may see the thing. */
const PLACES = [
  { kind: 'order', path: 'orders', name: 'an order', permission: 'orders.read', params: NumberedPath },
  { kind: 'product', path: 'products', name: 'a product', permission: 'products.read', params: NumberedPath },
  { kind: 'inbox', path: 'inbox', name: 'an entry of the inbox', permission: 'inbox.read', params: EntryPath },
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
        operationId: `reportPresenceAt${kind[0]?.toUpperCase()}${kind.slice(1)}`,
        tags: ['Staff'],
        summary: `Says that somebody has ${name} open, and tells who else has`,
        description:
          'Send it again at least every 90 seconds; what is not repeated is forgotten. Nothing of it is stored. ' +
          `\`people-at-${kind}\` in the stream of changes says when to ask again.`,
        params,
        body: PresenceBody,
        response: { 200: PeopleHere, ...failures(400, 401, 403, 413, 415) },
      },
      handler: async ({ staff, params: { id }, body: { page, doing } }) => {
        if (staff === null) throw new NoStaffSession()
        const place = { kind, id: String(id) }
        return [...(await admin.presence.report(staff, { place, page, doing }))]
      },
    })
  done()
}
