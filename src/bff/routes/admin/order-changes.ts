import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  CorrectAddressBody,
  MoveAccepted,
  MoveOrderBody,
  OrderNoteBody,
  RefundBody,
  StaffOrder,
} from '#contracts/staff-orders'
import { IdempotencyKey } from '#contracts/orders'
import { DecideReturnBody } from '#contracts/staff-orders'
import type { OrdersModule } from '#modules/orders'
import { actorOf } from '../../auth/staff-access.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { orderIdOf, OrderPath, ReturnPath, returnNumberOf } from '../../http/path-ids.ts'
import { presentStaffOrder, toRefund, toRequestMove } from '../../presenters/order.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** What staff do with an order and its returns. A job changes the status; all else answers the order as it is then. */
export const staffOrderChangeRoutes: FastifyPluginCallbackZod<{
  orders: OrdersModule
  makeOnce: MakeOnce
}> = (app, { orders, makeOnce }, done) => {
  const readOrder = async (orderId: number) => presentStaffOrder(await orders.getOrderForStaff(orderId))

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
      return readOrder(orderId)
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
      return readOrder(orderId)
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
      return readOrder(orderId)
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
      return readOrder(orderId)
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
      return readOrder(orderId)
    },
  })
  done()
}

/** Who changes an order, as its events carry it to the log. */
function staffActingIn(request: FastifyRequest) {
  const { person, address } = actorOf(request)
  return { networkAddress: address, ...(person === null ? {} : { staff: person }) }
}
