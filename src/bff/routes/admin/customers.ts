import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CustomerSignedOut } from '#contracts/staff'
import type { AdminModule } from '#modules/admin'
import { actorOf } from '../../auth/staff-access.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** What staff do for one customer's account. */
export const staffCustomerRoutes: FastifyPluginCallbackZod<{ admin: AdminModule; securityLog: SecurityLog }> = (
  app,
  { admin, securityLog },
  done,
) => {
  app.route({
    method: 'DELETE',
    url: '/admin/customers/:id/sessions',
    config: { access: { staff: 'customers.write' } },
    schema: {
      operationId: 'endCustomerSessions',
      tags,
      summary: 'Signs a customer out everywhere, for example after they lost a telephone',
      params: z.object({ id: PathId }),
      response: { 200: CustomerSignedOut, ...failures(401, 403, 404) },
    },
    handler: async (request) => {
      const count = await admin.customers.endSessions(request.params.id, actorOf(request))
      securityLog(request, 'customer.signed-out', { userId: request.params.id })
      return { count }
    },
  })
  done()
}
