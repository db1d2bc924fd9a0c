import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { SavedCart, SavedWishlist } from '#contracts/account'
import type { CatalogModule } from '#modules/catalog'
import type { CartItem, IdentityModule } from '#modules/identity'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/**
 * Cart and wishlist of a signed-in customer, so that they follow to another browser. What the catalogue does not have
 * (any more) is left out, when it is sent and when it is read.
 */
export const savedCartRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  catalog: Pick<CatalogModule, 'findProducts'>
}> = (app, { identity: { saved }, catalog }, done) => {
  async function knownOf(productIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (productIds.length === 0) return new Set()
    return new Set((await catalog.findProducts(productIds)).map(({ id }) => id))
  }
  async function soldItems(items: readonly CartItem[]): Promise<CartItem[]> {
    const known = await knownOf(items.map(({ productId }) => productId))
    return items.filter(({ productId }) => known.has(productId))
  }
  async function soldIds(productIds: readonly number[]): Promise<number[]> {
    const known = await knownOf(productIds)
    return productIds.filter((productId) => known.has(productId))
  }

  app.route({
    method: 'GET',
    url: '/user/cart',
    config: { access: 'customer' },
    schema: {
      operationId: 'getSavedCart',
      tags,
      summary: "The customer's saved cart",
      response: { 200: SavedCart, ...failures(401) },
    },
    handler: async (request) => ({ items: await soldItems(await saved.findCart(customerOf(request).id)) }),
  })

  app.route({
    method: 'PUT',
    url: '/user/cart',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'saveCart',
      tags,
      summary: 'The cart is this from now on',
      body: SavedCart,
      response: { 200: SavedCart, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => ({
      items: [...(await saved.saveCart(customerOf(request).id, await soldItems(request.body.items)))],
    }),
  })

  app.route({
    method: 'PUT',
    url: '/user/cart/merge',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'mergeCart',
      tags,
      summary: "Brings a browser's cart into the saved one: of every product the larger quantity, at most 99",
      body: SavedCart,
      response: { 200: SavedCart, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const merged = await saved.mergeCart(customerOf(request).id, await soldItems(request.body.items))
      return { items: await soldItems(merged) }
    },
  })

  app.route({
    method: 'GET',
    url: '/user/wishlist',
    config: { access: 'customer' },
    schema: {
      operationId: 'getSavedWishlist',
      tags,
      summary: "The customer's saved wishlist",
      response: { 200: SavedWishlist, ...failures(401) },
    },
    handler: async (request) => ({ productIds: await soldIds(await saved.findWishlist(customerOf(request).id)) }),
  })

  app.route({
    method: 'PUT',
    url: '/user/wishlist',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'saveWishlist',
      tags,
      summary: 'The wishlist is this from now on',
      body: SavedWishlist,
      response: { 200: SavedWishlist, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => ({
      productIds: [...(await saved.saveWishlist(customerOf(request).id, await soldIds(request.body.productIds)))],
    }),
  })

  app.route({
    method: 'PUT',
    url: '/user/wishlist/merge',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'mergeWishlist',
      tags,
      summary: "Brings a browser's wishlist into the saved one: the union of both",
      body: SavedWishlist,
      response: { 200: SavedWishlist, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const merged = await saved.mergeWishlist(customerOf(request).id, await soldIds(request.body.productIds))
      return { productIds: await soldIds(merged) }
    },
  })
  done()
}
