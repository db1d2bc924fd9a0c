import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { MoveAccepted, MoveOrderBody, StaffOrder, StaffOrderList, StaffOrdersQuery } from '#contracts/order-life'
import { DecideReturnBody } from '#contracts/returns'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import { presentStaffOrder, toRequestMove } from '../../presenters/order.ts'
import { actorOf } from '../../auth/staff-access.ts'
import { failures } from '../failures.ts'
import { orderIdOf, OrderPath, ReturnPath, returnNumberOf } from '../../http/path-ids.ts'

const tags = ['Staff']
/** The maximum number of orders in a list without `limit`. */
const MAX_UNLIMITED = 1000

/** Orders for staff: reading them and changing their status (design, section 6). */
export const staffOrderRoutes: FastifyPluginCallbackZod<{
  orders: OrdersModule
  clock: Clock
}> = (app, { orders, clock }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/orders',
    config: { access: { staff: 'orders.read' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listAllOrders',
      tags,
      summary: 'All orders, newest first',
      description:
        'X-Total-Count says how many match over all pages. Without `limit`, up to 1,000 orders are answered.',
      querystring: StaffOrdersQuery,
      response: { 200: StaffOrderList, ...failures(400, 401) },
    },
    handler: async (request, reply) => {
      const { status, search, awaitsRelease, openReturns, limit = MAX_UNLIMITED, offset = 0 } = request.query
      const filters = {
        ...(status === undefined ? {} : { status }),
        ...(search === undefined ? {} : { search }),
        ...(awaitsRelease === undefined ? {} : { awaitsRelease: true as const }),
        ...(openReturns === undefined ? {} : { openReturns: true as const }),
      }
      const page = await orders.listOrdersForStaff({ ...filters, limit, offset })
      const now = clock.now()
      return reply
        .header('x-total-count', String(page.total))
        .send(page.orders.map((order) => presentStaffOrder(order, now)))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/orders/:id',
    config: { access: { staff: 'orders.read' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'getOrder',
      tags,
      summary: 'One order with its history and the statuses that it may move to',
      params: OrderPath,
      response: { 200: StaffOrder, ...failures(401, 404) },
    },
    handler: async (request) =>
      presentStaffOrder(await orders.getOrderForStaff(orderIdOf(request.params.id)), clock.now()),
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/status',
    config: { access: { staff: 'orders.write' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'moveOrder',
      tags,
      summary: 'Requests a change of status, which a job makes',
      description: '409 ILLEGAL_TRANSITION lists the allowed statuses in `details.allowed`.',
      params: OrderPath,
      body: MoveOrderBody,
      response: { 202: MoveAccepted, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const orderId = orderIdOf(request.params.id)
      const jobId = await orders.requestMove(toRequestMove(orderId, request.body, staffActingIn(request)))
      return reply.code(202).send({ jobId })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/release',
    config: { access: { staff: 'orders.write' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'releaseOrder',
      tags,
      summary: 'Lets a large order go on that waited for a look',
      description: 'It moves to processing when its review time is over. 409 ORDER_NOT_WAITING when it does not wait.',
      params: OrderPath,
      response: { 200: StaffOrder, ...failures(401, 403, 404, 409) },
    },
    handler: async (request) => {
      const orderId = orderIdOf(request.params.id)
      await orders.releaseOrder({ orderId, ...staffActingIn(request) })
      return presentStaffOrder(await orders.getOrderForStaff(orderId), clock.now())
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/returns/:number/status',
    config: { access: { staff: 'orders.write' } },
    handlerTimeout: 15_000,
    schema: {
      operationId: 'decideReturn',
      tags,
      summary: 'Takes a return a step further',
      description:
        'The customer gets a mail about it, with `message`. 409 ILLEGAL_TRANSITION lists the allowed states in ' +
        '`details.allowed`. With `received`, the pieces of the lines in `restock` go back in stock.',
      params: ReturnPath,
      body: DecideReturnBody,
      response: { 200: StaffOrder, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const orderId = orderIdOf(request.params.id)
      const number = returnNumberOf(request.params.number)
      await orders.decideReturn({ orderId, number, ...request.body, ...staffActingIn(request) })
      return presentStaffOrder(await orders.getOrderForStaff(orderId), clock.now())
    },
  })
  done()
}

/** Who changes an order, as its events carry it to the log. */
function staffActingIn(request: FastifyRequest) {
  const { person, address } = actorOf(request)
  return { networkAddress: address, ...(person === null ? {} : { staff: person }) }
}
