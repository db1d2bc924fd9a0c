import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { ProductExportQuery, ProductHistory, StaffProductList, StaffProductsQuery } from '#contracts/admin'
import { mayDo } from '#contracts/staff-roles'
import { ProductLists } from '#contracts/suppliers'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule, Product } from '#modules/catalog'
import type { Logger } from '#platform/log/logger'
import { staffSessionOf } from '../../auth/staff-access.ts'
import { productIdOf, ProductPath } from '../../http/path-ids.ts'
import { sendDownload } from '../../http/send-download.ts'
import { sendInPieces } from '../../http/send-in-pieces.ts'
import { withoutAbsent } from '../../http/without-absent.ts'
import { EXPORT_LIMIT } from '../../limits/request-limits.ts'
import { presentStaffProduct } from '../../presenters/product.ts'
import { presentProductLists } from '../../presenters/supplier.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 25

/** Products as staff read them: the table, the same as a file, and the history of each (specification 2, section 7). */
export const staffProductRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  alerts: Pick<AlertsModule, 'countWaiting'>
  catalog: CatalogModule
  logger: Logger
}> = (app, { admin, alerts, catalog, logger }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/products',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'listProductsForStaff',
      tags,
      summary: 'Products for the table of the back office',
      description:
        `X-Total-Count says how many match, \`waiting\` how many people asked for a mail. ${PAGE} products without \`limit\`; ` +
        'stock "low" means on sale with 1 to 5 pieces.',
      querystring: StaffProductsQuery,
      response: { 200: StaffProductList, ...failures(400, 401) },
    },
    handler: async (request, reply) => {
      const { limit = PAGE, offset = 0, ...filters } = request.query
      const { products, total } = await catalog.listProductsForStaff({ limit, offset, ...withoutAbsent(filters) })
      const waiting = await alerts.countWaiting(products.map(({ id }) => id))
      reply.header('x-total-count', String(total))
      const present = (product: Product) => presentStaffProduct(product, waiting)
      return sendInPieces(reply as FastifyReply, StaffProductList, products, present)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/products.csv',
    config: { access: { staff: 'products.read' }, rateLimit: EXPORT_LIMIT },
    schema: {
      operationId: 'exportProducts',
      tags,
      summary: 'The products of the table over all its pages as a price list',
      description:
        'Every field that an import knows. Imported again in the mode "upsert" it changes nothing. ' +
        'Cells that a spreadsheet would read as a formula begin with an apostrophe, which the import takes off.',
      querystring: ProductExportQuery,
      response: { 200: bodyOfType('text/csv', 'UTF-8 with a byte order mark.'), ...failures(400, 401, 429) },
    },
    handler: async (request, reply) => {
      const pieces = admin.imports.exportProducts(withoutAbsent(request.query))
      return sendDownload(request, reply as FastifyReply, { fileName: 'superprinter-products.csv', pieces }, logger)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/products/:id/history',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'getProductHistory',
      tags,
      summary: 'What people, price lists and bulk edits changed of a product, newest first; sales are left out',
      description: 'Edits by people are kept for good, price lists and bulk edits for 90 days. At most 100 changes.',
      params: ProductPath,
      response: { 200: ProductHistory, ...failures(401, 404) },
    },
    handler: async (request) => {
      const { id } = await catalog.getProduct(productIdOf(request.params.id))
      const seesLists = mayDo(staffSessionOf(request).person.role, 'imports.read')
      return (await admin.products.history(id)).map(({ at, changes, fileName, ...change }) => ({
        ...change,
        fileName: seesLists ? fileName : null,
        at: at.toISOString(),
        changes: changes.map((each) => ({ ...each })),
      }))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/products/:id/lists',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getProductLists',
      tags,
      summary: 'Whose price lists have a product, and the last list that changed it',
      params: ProductPath,
      response: { 200: ProductLists, ...failures(401, 403, 404) },
    },
    handler: async (request) => {
      const { id } = await catalog.getProduct(productIdOf(request.params.id))
      return presentProductLists(await admin.suppliers.listsOfProduct(id))
    },
  })
  done()
}
