import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { JobsRunAgain, QueueList, RunAllAgainBody } from '#contracts/admin'
import { MoveAccepted } from '#contracts/staff-orders'
import type { AdminModule } from '#modules/admin'
import { presentQueues } from '../../presenters/queues.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']
const JobPath = z.object({ id: PathId.describe("The job's id") })

/** The background jobs. */
export const staffQueueRoutes: FastifyPluginCallbackZod<{ admin: AdminModule }> = (app, { admin }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/queues',
    config: { access: { staff: 'jobs.read' } },
    schema: {
      operationId: 'listQueues',
      tags,
      summary: 'How many jobs wait, run and failed, and how many processes work on them',
      response: { 200: QueueList, ...failures(401, 403) },
    },
    handler: async () => presentQueues(await admin.queues.list()),
  })

  app.route({
    method: 'POST',
    url: '/admin/queues/failed/run',
    config: { access: { staff: 'jobs.write' }, answerWithinMs: 60_000 },
    schema: {
      operationId: 'runAllJobsAgain',
      tags,
      summary: 'Runs all failed jobs of one name again with all their attempts',
      body: RunAllAgainBody,
      response: { 202: JobsRunAgain, ...failures(400, 401, 403, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const count = await admin.queues.runAllAgain(request.body.name, actorOf(request))
      return reply.code(202).send({ count })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/queues/failed/:id/run',
    config: { access: { staff: 'jobs.write' } },
    schema: {
      operationId: 'runJobAgain',
      tags,
      summary: 'Runs a failed job again with all its attempts',
      params: JobPath,
      response: { 202: MoveAccepted, ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      await admin.queues.runAgain(id, actorOf(request))
      return reply.code(202).send({ jobId: id })
    },
  })
  done()
}
