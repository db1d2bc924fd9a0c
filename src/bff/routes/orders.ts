import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { TrackBody, TrackedOrder } from '#contracts/order-life'
import { ChangeOrderBody, IdempotencyKey, Order, OrderList, PlaceOrderBody } from '#contracts/orders'
import type { Order as OrderOfCustomer, OrdersModule } from '#modules/orders'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { orderIdOf, OrderPath } from '../http/path-ids.ts'
import { sendInPieces } from '../http/send-in-pieces.ts'
import { TRACKING_LIMIT } from '../limits/request-limits.ts'
import { presentOrder, presentTrackedOrder, toPlaceOrder } from '../presenters/order.ts'
import { refuseCardData } from './card-data.ts'
import { failures } from './failures.ts'

const tags = ['Orders']

/** Placing an order, a customer's own orders, and order tracking for guests (section 7 of both specifications). */
export const orderRoutes: FastifyPluginCallbackZod<{ orders: OrdersModule }> = (app, { orders }, done) => {
  const present = (order: OrderOfCustomer) => presentOrder(order, orders.reviewTimeOf(order), orders.returnsOf(order))

  app.route({
    method: 'POST',
    url: '/orders',
    config: { access: 'customer', answerWithinMs: 15_000 },
    bodyLimit: BODY_LIMITS.order,
    preValidation: refuseCardData,
    schema: {
      operationId: 'placeOrder',
      tags,
      summary: "Places an order at today's prices",
      description:
        'The same Idempotency-Key gives the same order again, with the header Idempotent-Replayed; without the header the ' +
        '`sessionId` is the key, and 422 IDEMPOTENCY_KEY_REUSED answers it with another order; `details.orderId` is the one ' +
        'that was placed. ' +
        '409 PRICE_CHANGED, INSUFFICIENT_STOCK and TOO_MANY_PIECES and 422 UNKNOWN_PRODUCT name the lines in `details`; ' +
        '409 EXPRESS_CHANGED says that express shipping is not offered or has another price now, and ' +
        '409 TEST_CARDS_NOT_TAKEN that `pay_with_card` is not offered; ' +
        '409 TOO_MANY_OPEN_ORDERS and 429 TOO_MANY_ORDERS say what one customer may hold before it is shipped; ' +
        '400 CARD_DATA_NOT_ACCEPTED refuses card numbers, and 400 ORDER_TOO_LARGE a total that no order can have.',
      headers: z.looseObject({ 'idempotency-key': IdempotencyKey.optional() }),
      body: PlaceOrderBody,
      response: { 201: Order, ...failures(400, 401, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { id: customerId, email: accountEmail, isEmailVerified: isEmailProved } = customerOf(request)
      const idempotencyKey = request.headers['idempotency-key'] ?? null
      const caller = { customerId, accountEmail, isEmailProved, idempotencyKey }
      const { order, isReplay } = await orders.placeOrder(toPlaceOrder(request.body, caller))
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(present(order))
    },
  })

  app.route({
    method: 'GET',
    url: '/user/orders',
    config: { access: 'customer' },
    schema: {
      operationId: 'listOwnOrders',
      tags,
      summary: "The customer's own orders, newest first",
      response: { 200: OrderList, ...failures(401) },
    },
    handler: async (request, reply) => {
      const own = await orders.listCustomerOrders(customerOf(request).id)
      return sendInPieces(reply as FastifyReply, OrderList, own, present)
    },
  })
  app.route({
    method: 'GET',
    url: '/user/orders/:id',
    config: { access: 'customer' },
    schema: {
      operationId: 'getOwnOrder',
      tags,
      summary: "One of the customer's own orders",
      params: OrderPath,
      response: { 200: Order, ...failures(401, 404) },
    },
    handler: async (request) =>
      present(await orders.getCustomerOrder(customerOf(request).id, orderIdOf(request.params.id))),
  })

  app.route({
    method: 'PUT',
    url: '/user/orders/:id',
    config: { access: 'customer', answerWithinMs: 15_000 },
    preValidation: refuseCardData,
    schema: {
      operationId: 'changeOwnOrder',
      tags,
      summary: "Lowers lines and corrects the delivery address of one of the customer's own orders",
      description:
        'Within the review time and before it is packed: else 409 REVIEW_TIME_OVER or ORDER_NOT_CHANGEABLE. ' +
        '409 ONLY_FEWER_PIECES for more pieces, NOTHING_LEFT for none at all, NOT_ALL_LINES_NAMED when a product is in ' +
        'several lines and not all of them are named, CHANGED_TOO_OFTEN after a hundred changes. The same request again ' +
        'changes nothing.',
      params: OrderPath,
      body: ChangeOrderBody,
      response: { 200: Order, ...failures(400, 401, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const which = { customerId: customerOf(request).id, orderId: orderIdOf(request.params.id) }
      const { items, shippingAddress = null } = request.body
      const lines = items?.map(({ line, ...wanted }) => ({ ...wanted, lineNumber: line })) ?? null
      return present(await orders.changeOrder(which, { lines, shippingAddress }))
    },
  })

  app.route({
    method: 'POST',
    url: '/user/orders/:id/cancel',
    config: { access: 'customer', answerWithinMs: 15_000 },
    schema: {
      operationId: 'cancelOwnOrder',
      tags,
      summary: "Cancels one of the customer's own orders within the review time",
      description:
        '409 ILLEGAL_TRANSITION when the order cannot be canceled anymore, 409 REVIEW_TIME_OVER when it was placed ' +
        'too long ago.',
      params: OrderPath,
      response: { 200: Order, ...failures(401, 404, 409) },
    },
    handler: async (request) => {
      const orderId = orderIdOf(request.params.id)
      return present(await orders.cancelOrder({ customerId: customerOf(request).id, orderId }))
    },
  })

  app.route({
    method: 'POST',
    url: '/orders/track',
    config: { access: 'public', rateLimit: TRACKING_LIMIT },
    schema: {
      operationId: 'trackOrder',
      tags,
      summary: 'Tracks an order as a guest, by its number or tracking number and the email address of the order',
      description: 'The same 404 for a wrong number and for a wrong address. 30 requests per address in 5 minutes.',
      body: TrackBody,
      response: { 200: TrackedOrder, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const order = await orders.trackOrder(request.body)
      return presentTrackedOrder(order, orders.returnsOf(order))
    },
  })
  done()
}
