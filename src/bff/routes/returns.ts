import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { TrackedOrder } from '#contracts/order-life'
import { IdempotencyKey, Order } from '#contracts/orders'
import { GuestReturnBody, GuestWithdrawBody, ReturnBody } from '#contracts/returns'
import type { OrdersModule } from '#modules/orders'
import { customerOf } from '../auth/customer-access.ts'
import { orderIdOf, OrderPath, returnNumberOf, ReturnPath } from '../http/path-ids.ts'
import { TRACKING_LIMIT } from '../limits/request-limits.ts'
import { refuseCardData } from './card-data.ts'
import { presentOrder, presentTrackedOrder } from '../presenters/order.ts'
import { failures } from './failures.ts'

const REFUSALS =
  '409 NOT_RETURNABLE before the delivery, RETURN_WINDOW_OVER when it is too late, TOO_MANY_RETURNED (with the lines in ' +
  '`details`) for pieces that are on their way back already, TOO_MANY_RETURNS after ten returns of one order. ' +
  'The same Idempotency-Key asks once: a repetition has the header Idempotent-Replayed, and 422 IDEMPOTENCY_KEY_REUSED ' +
  'answers it with other pieces.'
const headers = z.looseObject({ 'idempotency-key': IdempotencyKey.optional() })

const WITHDRAWN_LATE = '409 ILLEGAL_TRANSITION when it has arrived or is over.'

/** Returns as customers and guests ask for them (specification 2, sections 2 and 9). */
export const returnRoutes: FastifyPluginCallbackZod<{ orders: OrdersModule }> = (app, { orders }, done) => {
  app.route({
    method: 'POST',
    url: '/user/orders/:id/returns',
    config: { access: 'customer', answerWithinMs: 15_000 },
    preValidation: refuseCardData,
    schema: {
      operationId: 'requestReturn',
      tags: ['Orders'],
      summary: "Asks to return pieces of one of the customer's own orders",
      description: REFUSALS,
      params: OrderPath,
      headers,
      body: ReturnBody,
      response: { 201: Order, ...failures(400, 401, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const which = { customerId: customerOf(request).id, orderId: orderIdOf(request.params.id) }
      const { order, isReplay } = await orders.requestReturn({ order: which, ...toReturn(request) })
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(presentOrder(order, orders.reviewTimeOf(order), orders.returnsOf(order)))
    },
  })

  app.route({
    method: 'POST',
    url: '/orders/returns',
    config: { access: 'public', rateLimit: TRACKING_LIMIT, answerWithinMs: 15_000 },
    preValidation: refuseCardData,
    schema: {
      operationId: 'requestReturnAsGuest',
      tags: ['Orders'],
      summary: 'Asks to return pieces of an order as a guest, by its number and the email address of the order',
      description: `The same 404 for a wrong number and for a wrong address. ${REFUSALS}`,
      headers,
      body: GuestReturnBody,
      response: { 201: TrackedOrder, ...failures(400, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { number, email } = request.body
      const { order, isReplay } = await orders.requestReturn({ order: { number, email }, ...toReturn(request) })
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(presentTrackedOrder(order, orders.returnsOf(order)))
    },
  })

  app.route({
    method: 'POST',
    url: '/user/orders/:id/returns/:number/withdraw',
    config: { access: 'customer', answerWithinMs: 15_000 },
    schema: {
      operationId: 'withdrawReturn',
      tags: ['Orders'],
      summary: "Gives up a return of one of the customer's own orders before it has arrived",
      description: WITHDRAWN_LATE,
      params: ReturnPath,
      response: { 200: Order, ...failures(401, 404, 409) },
    },
    handler: async (request) => {
      const { id, number } = request.params
      const which = { customerId: customerOf(request).id, orderId: orderIdOf(id) }
      const order = await orders.withdrawReturn({ order: which, number: returnNumberOf(number) })
      return presentOrder(order, orders.reviewTimeOf(order), orders.returnsOf(order))
    },
  })

  app.route({
    method: 'POST',
    url: '/orders/returns/withdraw',
    config: { access: 'public', rateLimit: TRACKING_LIMIT, answerWithinMs: 15_000 },
    schema: {
      operationId: 'withdrawReturnAsGuest',
      tags: ['Orders'],
      summary: 'Gives up a return as a guest, by the number and email address of the order, before it has arrived',
      description: `The same 404 for a wrong number and for a wrong address. ${WITHDRAWN_LATE}`,
      body: GuestWithdrawBody,
      response: { 200: TrackedOrder, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const { return: number, ...which } = request.body
      const order = await orders.withdrawReturn({ order: which, number: returnNumberOf(number) })
      return reply.header('cache-control', 'no-store').send(presentTrackedOrder(order, orders.returnsOf(order)))
    },
  })
  done()
}

function toReturn(request: { readonly headers: z.output<typeof headers>; readonly body: z.output<typeof ReturnBody> }) {
  const { items, note } = request.body
  const lines = items.map(({ line, ...item }) => ({ lineNumber: line, ...item }))
  return { key: request.headers['idempotency-key'] ?? null, note, lines }
}
