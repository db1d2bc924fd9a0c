import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  CorrectAddressBody,
  MoveAccepted,
  MoveOrderBody,
  OrderNoteBody,
  RefundBody,
  StaffOrder,
  StaffOrderList,
  StaffOrdersExportQuery,
  StaffOrdersQuery,
} from '#contracts/order-life'
import { IdempotencyKey } from '#contracts/orders'
import { DecideReturnBody } from '#contracts/returns'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { Logger } from '#platform/logger'
import { EXPORT_LIMIT } from '../../limits/request-limits.ts'
import { presentStaffOrder, toRefund, toRequestMove } from '../../presenters/order.ts'
import { presentOrdersAsCsv } from '../../presenters/order-csv.ts'
import { actorOf } from '../../auth/staff-access.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'
import { sendInPieces } from '../../http/send-in-pieces.ts'
import { sendDownload } from '../../http/send-download.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { orderIdOf, OrderPath, ReturnPath, returnNumberOf } from '../../http/path-ids.ts'

const tags = ['Staff']
/** The maximum number of orders in a list without `limit`. */
const MAX_UNLIMITED = 1000

/** Orders for staff: reading them and changing their status. */
export const staffOrderRoutes: FastifyPluginCallbackZod<{
  orders: OrdersModule
  clock: Clock
  makeOnce: MakeOnce
  logger: Logger
}> = (app, { orders, clock, makeOnce, logger }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/orders',
    config: { access: { staff: 'orders.read' } },
    schema: {
      operationId: 'listAllOrders',
      tags,
      summary: 'All orders, newest first unless the oldest are asked for',
      description:
        'X-Total-Count says how many match over all pages; of a search or a span of time 1,000 are counted, and pages begin ' +
        'among these. Without `limit`, up to 1,000 orders are answered. `from` and ' +
        '`to` take a day by UTC, which belongs to the span as a whole, or a time.',
      querystring: StaffOrdersQuery,
      response: { 200: StaffOrderList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { limit = MAX_UNLIMITED, offset = 0, sort, ...filters } = request.query
      const order = sort === 'oldest' ? { isOldestFirst: true as const } : {}
      const page = await orders.listOrdersForStaff({ ...toStaffFilters(filters), ...order, limit, offset })
      const now = clock.now()
      reply.header('x-total-count', String(page.total))
      return sendInPieces(reply as FastifyReply, StaffOrderList, page.orders, (order) => presentStaffOrder(order, now))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/orders.csv',
    config: { access: { staff: 'orders.export' }, rateLimit: EXPORT_LIMIT },
    schema: {
      operationId: 'exportOrders',
      tags,
      summary: 'The orders of a list or of a selection as a CSV file for a spreadsheet, newest first',
      querystring: StaffOrdersExportQuery,
      response: {
        200: bodyOfType('text/csv', 'Cells that a spreadsheet would read as a formula begin with an apostrophe.'),
        ...failures(400, 401, 403, 429),
      },
    },
    handler: async (request, reply) => {
      const { ids, ...filters } = request.query
      const found = orders.streamOrdersForStaff({ ...toStaffFilters(filters), ...(ids === undefined ? {} : { ids }) })
      const file = { fileName: 'superprinter-orders.csv', pieces: presentOrdersAsCsv(found) }
      return sendDownload(request, reply as FastifyReply, file, logger)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/orders/:id',
    config: { access: { staff: 'orders.read' } },
    schema: {
      operationId: 'getOrder',
      tags,
      summary: 'One order with its history and the statuses that it may move to',
      params: OrderPath,
      response: { 200: StaffOrder, ...failures(401, 403, 404) },
    },
    handler: async (request) =>
      presentStaffOrder(await orders.getOrderForStaff(orderIdOf(request.params.id)), clock.now()),
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/status',
    config: { access: { staff: 'orders.write' } },
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
    url: '/admin/orders/:id/notes',
    config: { access: { staff: 'orders.note' } },
    schema: {
      operationId: 'writeOrderNote',
      tags,
      summary: 'Keeps a note with an order, which its customer never sees',
      description: 'It carries the name of the person who is signed in. 409 TOO_MANY_NOTES after 50. ' + REPEATABLE,
      params: OrderPath,
      headers: RepeatableHeaders,
      body: OrderNoteBody,
      response: { 200: StaffOrder, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const orderId = orderIdOf(request.params.id)
      const written = { orderId, ...request.body, ...staffActingIn(request) }
      await makeOnce<unknown>(request, reply, {
        make: (note) => orders.writeNote(written, note),
        find: async () => null,
      })
      return presentStaffOrder(await orders.getOrderForStaff(orderId), clock.now())
    },
  })

  app.route({
    method: 'PUT',
    url: '/admin/orders/:id/address',
    config: { access: { staff: 'orders.write' } },
    schema: {
      operationId: 'correctOrderAddress',
      tags,
      summary: 'Corrects where an order goes, before it ships',
      description:
        'The customer gets one mail; tax and shipping stay as they were agreed on. 409 ORDER_CHANGED when `revision` is ' +
        'not the order’s any more, ADDRESS_NOT_CORRECTABLE once it has shipped, ADDRESS_UNCHANGED for the same one, ' +
        'TOO_MANY_CORRECTIONS after fifty.',
      params: OrderPath,
      body: CorrectAddressBody,
      response: { 200: StaffOrder, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const orderId = orderIdOf(request.params.id)
      await orders.correctAddress({ orderId, ...request.body, ...staffActingIn(request) })
      return presentStaffOrder(await orders.getOrderForStaff(orderId), clock.now())
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/refunds',
    config: { access: { staff: 'orders.refund' } },
    schema: {
      operationId: 'refundOrder',
      tags,
      summary: 'Gives back a part of what was paid, or all of it',
      description:
        'The customer gets a mail. The same Idempotency-Key refunds once: a repetition has the header Idempotent-Replayed, ' +
        'and 422 IDEMPOTENCY_KEY_REUSED answers it with another amount, reason or items. With `items` or `shipping` it ' +
        'is for these, and a return of them later pays no more than what is left of what they cost. 409 ORDER_CHANGED ' +
        'when `revision` is not the order’s any more, REFUND_TOO_LARGE, NOTHING_TO_REFUND, TOO_MANY_REFUNDS; 400 ' +
        'UNKNOWN_LINE for an item that the order does not have.',
      params: OrderPath,
      headers: z.looseObject({ 'idempotency-key': IdempotencyKey }),
      body: RefundBody,
      response: { 200: StaffOrder, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const orderId = orderIdOf(request.params.id)
      const wanted = toRefund(request.body, request.headers['idempotency-key'])
      const { isReplay } = await orders.refundOrder({ orderId, ...wanted, ...staffActingIn(request) })
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return presentStaffOrder(await orders.getOrderForStaff(orderId), clock.now())
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/orders/:id/returns/:number/status',
    config: { access: { staff: 'orders.write' }, answerWithinMs: 15_000 },
    schema: {
      operationId: 'decideReturn',
      tags,
      summary: 'Takes a return a step further',
      description:
        'The customer gets a mail about it, with `message`. 409 ILLEGAL_TRANSITION lists the allowed states in ' +
        '`details.allowed`. With `received`, the pieces of the lines in `restock` go back in stock, except what is made ' +
        'to order. With `refunded`, 409 ORDER_CHANGED when `revision` is not the order’s any more: somebody may have given back money for the same pieces.',
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

/** What of the orders staff want to see. */
function toStaffFilters({
  status,
  search,
  awaitsRelease,
  openReturns,
  from,
  to,
}: Omit<z.output<typeof StaffOrdersExportQuery>, 'ids'>) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(search === undefined ? {} : { search }),
    ...(awaitsRelease === undefined ? {} : { awaitsRelease: true as const }),
    ...(openReturns === undefined ? {} : { openReturns: true as const }),
    ...(from === undefined ? {} : { placedFrom: from }),
    ...(to === undefined ? {} : { placedBefore: to }),
  }
}

/** Who changes an order, as its events carry it to the log. */
function staffActingIn(request: FastifyRequest) {
  const { person, address } = actorOf(request)
  return { networkAddress: address, ...(person === null ? {} : { staff: person }) }
}
