import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ReviewableList, ReviewBody } from '#contracts/account'
import { Review } from '#contracts/catalog'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule, User } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import { customerOf } from '../auth/customer-access.ts'
import { productIdOf } from '../http/path-ids.ts'
import { sendInPieces } from '../http/send-in-pieces.ts'
import { imagePath, presentReview } from '../presenters/product.ts'
import { failures } from './failures.ts'

const tags = ['Catalog']

/**
 * Reviews by customers. The orders module knows who has received a product, and the catalog stores one review for each
 * of them. Other visitors see the customer's name as "Ada B.".
 */
export const reviewRoutes: FastifyPluginCallbackZod<{
  catalog: Pick<CatalogModule, 'getProduct' | 'addReview' | 'listReviewedProducts' | 'existingIds'>
  orders: Pick<OrdersModule, 'checkReceived' | 'listReceivedProducts'>
  identity: Pick<IdentityModule, 'lockCustomer'>
}> = (app, { catalog, orders, identity }, done) => {
  app.route({
    method: 'POST',
    url: '/products/:id/reviews',
    config: { access: 'customer', answerWithinMs: 15_000 },
    schema: {
      operationId: 'addReview',
      tags,
      summary: 'Reviews a product that was delivered to the customer, once',
      description: '403 PRODUCT_NOT_RECEIVED before the delivery, 409 ALREADY_REVIEWED the second time.',
      params: z.object({ id: z.string().describe("The product's number") }),
      body: ReviewBody,
      response: { 201: Review, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const user = customerOf(request)
      const productId = productIdOf(request.params.id)
      await catalog.getProduct(productId)
      await orders.checkReceived(user.id, productId)
      const review = await catalog.addReview(
        { ...request.body, productId, customerId: user.id, customerName: publicNameOf(user) },
        (tx) => identity.lockCustomer(tx, user.id),
      )
      return reply.code(201).send(presentReview(review))
    },
  })

  app.route({
    method: 'GET',
    url: '/user/reviewable',
    config: { access: 'customer' },
    schema: {
      operationId: 'listReviewable',
      tags,
      summary: 'Products that the customer received and has not reviewed yet',
      response: { 200: ReviewableList, ...failures(401) },
    },
    handler: async (request, reply) => {
      const { id } = customerOf(request)
      const received = await orders.listReceivedProducts(id)
      const reviewed = new Set(await catalog.listReviewedProducts(id))
      const open = received.filter(({ productId }) => !reviewed.has(productId))
      const sold = await catalog.existingIds(open.map(({ productId }) => productId))
      const offered = open.filter(({ productId }) => sold.has(productId))
      return sendInPieces(reply as FastifyReply, ReviewableList, offered, (product) => ({
        ...product,
        image: imagePath(product.image),
      }))
    },
  })
  done()
}

function publicNameOf({ firstName, lastName }: User): string {
  const [initial] = lastName
  return initial === undefined ? firstName : `${firstName} ${initial.toUpperCase()}.`
}
