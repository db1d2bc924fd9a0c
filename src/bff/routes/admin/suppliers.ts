import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  ListFetch,
  ListFetchList,
  MailRecipientList,
  SourceBody,
  Supplier,
  SupplierBody,
  SupplierChange,
  SupplierList,
} from '#contracts/suppliers'
import type { AdminModule } from '#modules/admin'
import { actorOf, staffSessionOf } from '../../auth/staff-access.ts'
import { presentListFetch, presentSupplier, sourceOf, supplierRulesOf } from '../../presenters/supplier.ts'
import { RepeatableHeaders, REPEATABLE, type MakeOnce } from '../../http/make-once.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const params = z.object({ id: PathId.describe("The supplier's id") })

/** Who sends price lists, and how the shop deals with what they send. */
export const staffSupplierRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'suppliers'>
  makeOnce: MakeOnce
}> = (app, { admin: { suppliers }, makeOnce }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/suppliers',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listSuppliers',
      tags,
      summary: 'The suppliers whose price lists the shop knows, by name',
      response: { 200: SupplierList, ...failures(401, 403) },
    },
    handler: async (request) => (await suppliers.list()).map((supplier) => presentSupplier(supplier, roleOf(request))),
  })

  app.route({
    method: 'POST',
    url: '/admin/suppliers',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'createSupplier',
      tags,
      summary: 'Adds a supplier; the columns of their list are kept when it is imported',
      description: REPEATABLE,
      headers: RepeatableHeaders,
      body: SupplierBody,
      response: { 201: Supplier, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const created = await makeOnce(request, reply, {
        make: (note) => suppliers.create(supplierRulesOf(request.body), actorOf(request), note),
        find: (made) => suppliers.get(made),
      })
      return reply.code(201).send(presentSupplier(created, roleOf(request)))
    },
  })

  app.route({
    method: 'PUT',
    url: '/admin/suppliers/:id',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'changeSupplier',
      tags,
      summary: 'Changes how the next lists of a supplier are dealt with',
      params,
      body: SupplierChange,
      response: { 200: Supplier, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const { version, ...rules } = request.body
      const actor = actorOf(request)
      const changed = await suppliers.change(request.params.id, supplierRulesOf(rules), actor, version)
      return presentSupplier(changed, roleOf(request))
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/suppliers/:id',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'deleteSupplier',
      tags,
      summary: 'Forgets a supplier; their products stay',
      params,
      response: { 204: z.null(), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await suppliers.remove(request.params.id, actorOf(request))
      return reply.code(204).send(null)
    },
  })

  app.route({
    method: 'PUT',
    url: '/admin/suppliers/:id/source',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'setListSource',
      tags,
      summary: 'Says where the list of a supplier is, and when it is fetched each day',
      description:
        'Servers of the public internet alone are asked, over TLS that is checked, with two redirects at most. An empty ' +
        '`secret` keeps the former one, unless the address leads to another server.',
      params,
      body: SourceBody,
      response: { 204: z.null(), ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      await suppliers.setSource(request.params.id, sourceOf(request.body), actorOf(request), request.body.version)
      return reply.code(204).send(null)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/suppliers/:id/fetch',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'fetchList',
      tags,
      summary: 'Fetches the list of a supplier now, and imports it',
      params,
      response: { 202: ListFetch, ...failures(401, 403, 404, 409) },
    },
    handler: async (request, reply) =>
      reply.code(202).send(presentListFetch(await suppliers.fetchNow(request.params.id, actorOf(request)))),
  })

  app.route({
    method: 'GET',
    url: '/admin/suppliers/:id/fetches',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listFetches',
      tags,
      summary: 'When the list of a supplier was fetched and what came of it, the 30 newest of 90 days',
      params,
      response: { 200: ListFetchList, ...failures(401, 403, 404) },
    },
    handler: async (request) => (await suppliers.fetches(request.params.id)).map(presentListFetch),
  })

  app.route({
    method: 'GET',
    url: '/admin/suppliers/mail-recipients',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'listMailRecipients',
      tags,
      summary: 'Who can get a mail with what became of a list that was fetched',
      response: { 200: MailRecipientList, ...failures(401, 403) },
    },
    handler: async () => (await suppliers.mailRecipients()).map((person) => ({ ...person })),
  })
  done()
}

function roleOf(request: FastifyRequest) {
  return staffSessionOf(request).person.role
}
