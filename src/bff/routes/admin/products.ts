import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  CreateProductBody,
  ProductExportQuery,
  ProductHistory,
  StaffProductList,
  StaffProductsQuery,
  UpdateProductBody,
} from '#contracts/admin'
import { Product } from '#contracts/catalog'
import { mayDo } from '#contracts/staff-roles'
import { ProductLists } from '#contracts/suppliers'
import type { AdminModule } from '#modules/admin'
import type { AlertsModule } from '#modules/alerts'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors'
import type { Logger } from '#platform/logger'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { sendDownload } from '../../http/send-download.ts'
import { EXPORT_LIMIT } from '../../limits/request-limits.ts'
import { productIdOf, ProductPath } from '../../http/path-ids.ts'
import { withPublicPictures } from '../../http/public-pictures.ts'
import { withoutAbsent } from '../../http/without-absent.ts'
import { presentProduct, presentStaffProduct } from '../../presenters/product.ts'
import { toListedProduct, toNewProduct, toProductEdit } from '../../presenters/product-edit.ts'
import { presentProductLists } from '../../presenters/supplier.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']
const PAGE = 25

/** Products for staff: listing and editing them (specification 2, section 7). */
export const staffProductRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  alerts: Pick<AlertsModule, 'countWaiting'>
  catalog: CatalogModule
  makeOnce: MakeOnce
  logger: Logger
}> = (app, { admin, alerts, catalog, makeOnce, logger }, done) => {
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
      return reply
        .header('x-total-count', String(total))
        .send(products.map((product) => presentStaffProduct(product, waiting)))
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

  for (const { url, operationId, read, defaults } of [
    {
      url: '/products',
      operationId: 'createListedProduct',
      read: toListedProduct,
      defaults: 'without a stock it gets none; with the price 0 it is not for sale',
    },
    {
      url: '/admin/products',
      operationId: 'createProduct',
      read: toNewProduct,
      defaults: 'without a stock it gets 10 pieces',
    },
  ]) {
    app.route({
      method: 'POST',
      url,
      config: { access: { staff: 'products.write' } },
      schema: {
        operationId,
        tags,
        summary: `Adds a product; ${defaults}`,
        description: '409 SKU_TAKEN when another product has the SKU. ' + REPEATABLE,
        headers: RepeatableHeaders,
        body: withPublicPictures(CreateProductBody),
        response: { 201: Product, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
      },
      handler: async (request, reply) => {
        const product = await makeOnce(request, reply, {
          make: (note) => admin.products.create(read(request.body), actorOf(request), note),
          find: (made) => catalog.getProduct(Number(made)),
        })
        return reply.code(201).header('location', `/api/products/${product.id}`).send(presentProduct(product))
      },
    })
  }

  app.route({
    method: 'PUT',
    url: '/admin/products/:id',
    config: { access: { staff: 'products.write' } },
    schema: {
      operationId: 'updateProduct',
      tags,
      summary: 'Changes the fields that are sent, never rating and review count',
      description:
        'With `stockQuantityWas` the stock changes by the difference: 409 STOCK_CHANGED when too little is left. ' +
        'With `updatedAtWas` a newer edit is not overwritten: 409 EDITED_MEANWHILE with the current product in ' +
        '`details.current`.',
      params: ProductPath,
      body: withPublicPictures(UpdateProductBody),
      response: { 200: Product, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const id = productIdOf(request.params.id)
      try {
        return presentProduct(await admin.products.update(id, toProductEdit(request.body), actorOf(request)))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'EDITED_MEANWHILE')) throw error
        const [current] = await catalog.findProducts([id])
        throw new AppError('conflict', error.code, error.message, {
          details: { current: current === undefined ? null : presentProduct(current) },
        })
      }
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
      const seesLists = request.staff !== null && mayDo(request.staff.person.role, 'imports.read')
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

  app.route({
    method: 'DELETE',
    url: '/admin/products/:id',
    config: { access: { staff: 'products.write' } },
    schema: {
      operationId: 'deleteProduct',
      tags,
      summary: 'Deletes a product and its reviews',
      params: ProductPath,
      response: { 204: z.undefined().describe('Deleted.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await admin.products.delete(productIdOf(request.params.id), actorOf(request))
      return reply.code(204).send(undefined)
    },
  })
  done()
}
