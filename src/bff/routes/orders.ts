import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { IdempotencyKey, Order, OrderList, PlaceOrderBody } from '#contracts/orders'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import { customerOf } from '../plugins/auth.ts'
import { BODY_LIMITS } from '../plugins/bodies.ts'
import { presentOrder, toPlaceOrder } from '../presenters/order.ts'
import { refuseCardData } from './card-data.ts'
import { failures } from './failures.ts'

const tags = ['Orders']
const security = [{ bearer: [] }]

/** Placing an order, and a customer's own orders (specification 1, section 7; specification 2, section 7). */
export const orderRoutes: FastifyPluginCallbackZod<{ orders: OrdersModule; clock: Clock }> = (app, { orders, clock }, done) => {
  app.route({
    method: 'POST',
    url: '/orders',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.order,
    handlerTimeout: 15_000,
    preValidation: (request, _reply, next) => {
      refuseCardData(request.body)
      next()
    },
    schema: {
      operationId: 'placeOrder',
      tags,
      security,
      summary: "Places an order at today's prices",
      description:
        'The same Idempotency-Key gives the same order again, with the header Idempotent-Replayed. 409 PRICE_CHANGED and ' +
        'INSUFFICIENT_STOCK and 422 UNKNOWN_PRODUCT name the lines in `details`; 400 CARD_DATA_NOT_ACCEPTED refuses card numbers.',
      headers: z.looseObject({ 'idempotency-key': IdempotencyKey.optional() }),
      body: PlaceOrderBody,
      response: { 201: Order, ...failures(400, 401, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const caller = { customerId: customerOf(request).id, idempotencyKey: request.headers['idempotency-key'] ?? null }
      const { order, replayed } = await orders.placeOrder(toPlaceOrder(request.body, caller))
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(presentOrder(order, clock.now()))
    },
  })

  app.route({
    method: 'GET',
    url: '/user/orders',
    config: { access: 'customer' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listOwnOrders',
      tags,
      security,
      summary: "The customer's own orders, newest first",
      response: { 200: OrderList, ...failures(401) },
    },
    handler: async (request) => (await orders.listCustomerOrders(customerOf(request).id)).map((order) => presentOrder(order, clock.now())),
  })
  done()
}
