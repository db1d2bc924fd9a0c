import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { SavedCart, SavedWishlist } from '#contracts/account'
import type { CatalogModule } from '#modules/catalog'
import type { CartItem, IdentityModule } from '#modules/identity'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/**
 * The cart and the wishlist of a signed-in customer, for all of their browsers. Products that are not in the catalog
 * (anymore) are left out on every read and write.
 */
export const savedCartRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  catalog: Pick<CatalogModule, 'findProducts'>
}> = (app, { identity: { saved }, catalog }, done) => {
  async function existingIds(productIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (productIds.length === 0) return new Set()
    return new Set((await catalog.findProducts(productIds)).map(({ id }) => id))
  }
  async function keepExistingItems(items: readonly CartItem[]): Promise<CartItem[]> {
    const existing = await existingIds(items.map(({ productId }) => productId))
    return items.filter(({ productId }) => existing.has(productId))
  }
  async function keepExistingIds(productIds: readonly number[]): Promise<number[]> {
    const existing = await existingIds(productIds)
    return productIds.filter((productId) => existing.has(productId))
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
    handler: async (request) => {
      const { entries, version } = await saved.findCart(customerOf(request).id)
      return { items: await keepExistingItems(entries), version }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/cart',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'saveCart',
      tags,
      summary: 'Replaces the saved cart; with a version, only while it is that one or says the same',
      body: SavedCart,
      response: { 200: SavedCart, ...failures(400, 401, 409, 413, 415) },
    },
    handler: async (request) => {
      const items = await keepExistingItems(request.body.items)
      const { entries, version } = await saved.saveCart(customerOf(request).id, items, request.body.version)
      return { items: [...entries], version }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/cart/merge',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'mergeCart',
      tags,
      summary: "Merges a browser's cart into the saved one: the larger quantity of each product, up to 99",
      body: SavedCart,
      response: { 200: SavedCart, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const items = await keepExistingItems(request.body.items)
      const { entries, version } = await saved.mergeCart(customerOf(request).id, items)
      return { items: await keepExistingItems(entries), version }
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
    handler: async (request) => {
      const { entries, version } = await saved.findWishlist(customerOf(request).id)
      return { productIds: await keepExistingIds(entries), version }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/wishlist',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'saveWishlist',
      tags,
      summary: 'Replaces the saved wishlist; with a version, only while it is that one or says the same',
      body: SavedWishlist,
      response: { 200: SavedWishlist, ...failures(400, 401, 409, 413, 415) },
    },
    handler: async (request) => {
      const productIds = await keepExistingIds(request.body.productIds)
      const { entries, version } = await saved.saveWishlist(customerOf(request).id, productIds, request.body.version)
      return { productIds: [...entries], version }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/wishlist/merge',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'mergeWishlist',
      tags,
      summary: "Merges a browser's wishlist into the saved one",
      body: SavedWishlist,
      response: { 200: SavedWishlist, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const productIds = await keepExistingIds(request.body.productIds)
      const { entries, version } = await saved.mergeWishlist(customerOf(request).id, productIds)
      return { productIds: await keepExistingIds(entries), version }
    },
  })
  done()
}
