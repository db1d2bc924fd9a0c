import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { MessageAccepted, MessageBody } from '#contracts/messages'
import type { AdminModule } from '#modules/admin'
import { BODY_LIMITS } from '../http/bodies.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../http/make-once.ts'
import { FORM_LIMIT } from '../limits/request-limits.ts'
import { toReceivedMessage } from '../presenters/received-message.ts'
import { failures } from './failures.ts'

/** The forms on the shop's pages. Staff answer them in the inbox. */
export const messageRoutes: FastifyPluginCallbackZod<{ admin: AdminModule; makeOnce: MakeOnce }> = (
  app,
  { admin, makeOnce },
  done,
) => {
  app.route({
    method: 'POST',
    url: '/messages',
    config: { access: 'public', rateLimit: FORM_LIMIT },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'sendMessage',
      tags: ['Customer'],
      summary: 'Receives a support ticket, message, warranty claim or service request',
      description:
        'Answered within 4 hours (support) or 24 hours (the others). 20 per address an hour; then 429. ' + REPEATABLE,
      headers: RepeatableHeaders,
      body: MessageBody,
      response: { 201: MessageAccepted, ...failures(400, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { reference, dueAt } = await makeOnce(request, reply, {
        make: (note) => admin.inbox.receive(toReceivedMessage(request.body), note),
        async find(made) {
          const entry = await admin.inbox.get(made)
          if (entry.kind !== 'message') throw new Error(`${made} is no message`)
          return entry.message
        },
      })
      return reply.code(201).header('cache-control', 'no-store').send({ reference, replyBy: dueAt.toISOString() })
    },
  })
  done()
}
