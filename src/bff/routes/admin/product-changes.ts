import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CreateProductBody, UpdateProductBody } from '#contracts/admin'
import { Product } from '#contracts/catalog'
import type { AdminModule } from '#modules/admin'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors/errors'
import { actorOf } from '../../auth/staff-access.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { productIdOf, ProductPath } from '../../http/path-ids.ts'
import { withPublicPictures } from '../../http/public-pictures.ts'
import { presentProduct } from '../../presenters/product.ts'
import { toListedProduct, toNewProduct, toProductEdit } from '../../presenters/product-edit.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** Adding, editing and deleting products (specification 2, section 7). */
export const staffProductChangeRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'products'>
  catalog: Pick<CatalogModule, 'getProduct' | 'findProducts'>
  makeOnce: MakeOnce
}> = (app, { admin, catalog, makeOnce }, done) => {
  /** The refusal of an edit of an earlier version, with the product as it is by now. */
  async function withCurrent({ code, message }: AppError, id: number): Promise<AppError> {
    const [current] = await catalog.findProducts([id])
    const details = { current: current === undefined ? null : presentProduct(current) }
    return new AppError('conflict', code, message, { details })
  }

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
        throw error instanceof AppError && error.code === 'EDITED_MEANWHILE' ? await withCurrent(error, id) : error
      }
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
