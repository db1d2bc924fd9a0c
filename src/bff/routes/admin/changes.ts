import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { NoStaffSession, staffSessionOf, type StaffAccess } from '../../auth/staff-access.ts'
import { sendEventStream } from '../../live/event-stream.ts'
import type { StaffChangeStreams } from '../../live/staff-change-streams.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'

/** What changes while staff look on: by others, by customers, and by the shop's own jobs. */
export const staffChangeRoutes: FastifyPluginCallbackZod<{
  staffAccess: StaffAccess
  changeStreams: StaffChangeStreams
}> = (app, { staffAccess, changeStreams }, done) => {
  // The server waits for open responses when it closes, and streams never end on their own.
  app.addHook('preClose', (closed) => {
    changeStreams.close()
    closed()
  })

  app.route({
    method: 'GET',
    url: '/admin/changes',
    config: { access: { staff: 'self' } },
    schema: {
      operationId: 'streamChanges',
      tags: ['Staff'],
      summary: 'Server-sent events: `changes` with what was changed, at most four times a second',
      description:
        'The data is a list of `{kind, id, version}`, of kinds that the role may see. `start` comes first, and again when ' +
        'changes may have been missed: read again what you show.',
      response: { 200: bodyOfType('text/event-stream', 'Server-sent events.'), ...failures(401) },
    },
    handler: (request, reply) => {
      const token = staffAccess.tokenOf(request)
      if (token === null) throw new NoStaffSession()
      const { role } = staffSessionOf(request).person
      return sendEventStream(request, reply as FastifyReply, () => changeStreams.open(role, token))
    },
  })
  done()
}
