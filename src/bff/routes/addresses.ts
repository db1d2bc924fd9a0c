import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SavedAddress, SavedAddressBody, SavedAddressList } from '#contracts/account'
import type { IdentityModule } from '#modules/identity'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../http/make-once.ts'
import { presentSavedAddress } from '../presenters/address.ts'
import { PathId } from '../http/path-ids.ts'
import { failures } from './failures.ts'

const tags = ['Customer']
const AddressPath = z.object({ id: PathId })

/** A customer's address book (specification 2, sections 5 and 7). */
export const addressRoutes: FastifyPluginCallbackZod<{
  identity: Pick<IdentityModule, 'addressBook'>
  makeOnce: MakeOnce
}> = (app, { identity, makeOnce }, done) => {
  app.route({
    method: 'GET',
    url: '/user/addresses',
    config: { access: 'customer' },
    schema: {
      operationId: 'listAddresses',
      tags,
      summary: "The customer's address book: the default first, then the newest",
      response: { 200: SavedAddressList, ...failures(401) },
    },
    handler: async (request) => (await identity.addressBook.list(customerOf(request).id)).map(presentSavedAddress),
  })

  app.route({
    method: 'POST',
    url: '/user/addresses',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'addAddress',
      tags,
      summary: 'Adds an address, at most 20; the first automatically becomes the default',
      description: REPEATABLE,
      headers: RepeatableHeaders,
      body: SavedAddressBody,
      response: { 201: SavedAddress, ...failures(400, 401, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { id } = customerOf(request)
      const added = await makeOnce(request, reply, {
        make: (note) => identity.addressBook.add(id, request.body, note),
        find: (made) => identity.addressBook.get(id, made),
      })
      return reply.code(201).send(presentSavedAddress(added))
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/addresses/:id',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'changeAddress',
      tags,
      summary: 'Replaces an address; to change the default, make another address the default',
      params: AddressPath,
      body: SavedAddressBody,
      response: { 200: SavedAddress, ...failures(400, 401, 404, 413, 415) },
    },
    handler: async (request) =>
      presentSavedAddress(await identity.addressBook.change(customerOf(request).id, request.params.id, request.body)),
  })

  app.route({
    method: 'DELETE',
    url: '/user/addresses/:id',
    config: { access: 'customer' },
    schema: {
      operationId: 'deleteAddress',
      tags,
      summary: 'Deletes an address; if it was the default, the newest one becomes the default',
      params: AddressPath,
      response: { 204: z.undefined().describe('Deleted.'), ...failures(401, 404) },
    },
    handler: async (request, reply) => {
      await identity.addressBook.remove(customerOf(request).id, request.params.id)
      return reply.code(204).send(undefined)
    },
  })
  done()
}
