import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { StaffOrder, StaffOrderList, StaffOrdersExportQuery, StaffOrdersQuery } from '#contracts/staff-orders'
import type { OrdersModule } from '#modules/orders'
import type { Logger } from '#platform/log/logger'
import { EXPORT_LIMIT } from '../../limits/request-limits.ts'
import { presentStaffOrder } from '../../presenters/order.ts'
import { presentOrdersAsCsv } from '../../presenters/order-csv.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'
import { sendInPieces } from '../../http/send-in-pieces.ts'
import { sendDownload } from '../../http/send-download.ts'
import { orderIdOf, OrderPath } from '../../http/path-ids.ts'

const tags = ['Staff']
/** The maximum number of orders in a list without `limit`. */
const MAX_UNLIMITED = 1000

/** Orders as staff read them: the list, the same as a file, and one of them. */
export const staffOrderRoutes: FastifyPluginCallbackZod<{
  orders: OrdersModule
  logger: Logger
}> = (app, { orders, logger }, done) => {
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
        'among these. With `ids` only those of these numbers. Without `limit`, up to 1,000 orders are answered. `from` and ' +
        '`to` take a day by UTC, which belongs to the span as a whole, or a time.',
      querystring: StaffOrdersQuery,
      response: { 200: StaffOrderList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { limit = MAX_UNLIMITED, offset = 0, sort, ...filters } = request.query
      const order = sort === 'oldest' ? { isOldestFirst: true as const } : {}
      const page = await orders.listOrdersForStaff({ ...toStaffFilters(filters), ...order, limit, offset })
      reply.header('x-total-count', String(page.total))
      return sendInPieces(reply as FastifyReply, StaffOrderList, page.orders, presentStaffOrder)
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
      const found = orders.streamOrdersForStaff(toStaffFilters(request.query))
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
    handler: async (request) => presentStaffOrder(await orders.getOrderForStaff(orderIdOf(request.params.id))),
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
  ids,
}: z.output<typeof StaffOrdersExportQuery>) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(search === undefined ? {} : { search }),
    ...(awaitsRelease === undefined ? {} : { awaitsRelease: true as const }),
    ...(openReturns === undefined ? {} : { openReturns: true as const }),
    ...(from === undefined ? {} : { placedFrom: from }),
    ...(to === undefined ? {} : { placedBefore: to }),
    ...(ids === undefined ? {} : { ids }),
  }
}
