import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkToken } from '#contracts/common'
import { StreamTicket } from '#contracts/order-life'
import type { OrdersModule } from '#modules/orders'
import { sendEventStream } from '../live/event-stream.ts'
import type { OrderStreams } from '../live/order-streams.ts'
import { customerOf, type CustomerAccess } from '../auth/customer-access.ts'
import { bodyOfType } from './body-types.ts'
import { failures } from './failures.ts'

const tags = ['Orders']
const StreamQuery = z.object({ ticket: LinkToken })

/** Live updates of a customer's orders for open pages. */
export const orderStreamRoutes: FastifyPluginCallbackZod<{
  orders: OrdersModule
  customerAccess: CustomerAccess
  streams: OrderStreams
}> = (app, { orders, customerAccess, streams }, done) => {
  // The server waits for open responses when it closes, and streams never end on their own.
  app.addHook('preClose', (closed) => {
    streams.close()
    closed()
  })

  app.route({
    method: 'POST',
    url: '/user/orders/stream-ticket',
    config: { access: 'customer' },
    schema: {
      operationId: 'issueStreamTicket',
      tags,
      summary: 'A ticket for one connection to the stream within 30 seconds',
      response: { 200: StreamTicket, ...failures(401) },
    },
    handler: async (request) => {
      const viewer = { customerId: customerOf(request).id, sessionId: customerAccess.sessionIdOf(request) ?? '' }
      return { ticket: await orders.issueStreamTicket(viewer) }
    },
  })

  app.route({
    method: 'GET',
    url: '/user/orders/stream',
    config: { access: 'public' },
    schema: {
      operationId: 'streamOwnOrders',
      tags,
      summary: "Server-sent events: the customer's orders and every change of them",
      description:
        'First `orders` with the whole list, then `order` with one order when it is placed, and again after each ' +
        'step, change, corrected address, return and refund. A ticket opens one stream.',
      querystring: StreamQuery,
      response: { 200: bodyOfType('text/event-stream', 'Server-sent events.'), ...failures(400, 401) },
    },
    handler: async (request, reply) => {
      const viewer = await orders.redeemStreamTicket(request.query.ticket)
      return sendEventStream(request, reply as FastifyReply, () => streams.open(viewer))
    },
  })
  done()
}
