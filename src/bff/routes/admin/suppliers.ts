import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Supplier, SupplierBody, SupplierList } from '#contracts/suppliers'
import type { AdminModule } from '#modules/admin'
import { actorOf } from '../../auth/staff-access.ts'
import { presentSupplier, supplierRulesOf } from '../../presenters/supplier.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const params = z.object({ id: z.string().max(60).describe("The supplier's id") })

/** Who sends price lists, and how the shop deals with what they send (design, section 15). */
export const staffSupplierRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'suppliers'> }> = (
  app,
  { admin: { suppliers } },
  done,
) => {
  app.route({
    method: 'GET',
    url: '/admin/suppliers',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listSuppliers',
      tags,
      summary: 'The suppliers whose price lists the shop knows, by name',
      response: { 200: SupplierList, ...failures(401) },
    },
    handler: async () => (await suppliers.list()).map(presentSupplier),
  })

  app.route({
    method: 'POST',
    url: '/admin/suppliers',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'createSupplier',
      tags,
      summary: 'Adds a supplier; the columns of their list are kept when it is imported',
      body: SupplierBody,
      response: { 201: Supplier, ...failures(400, 401, 403, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const created = await suppliers.create(supplierRulesOf(request.body), actorOf(request))
      return reply.code(201).send(presentSupplier(created))
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
      body: SupplierBody,
      response: { 200: Supplier, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) =>
      presentSupplier(await suppliers.change(request.params.id, supplierRulesOf(request.body), actorOf(request))),
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
  done()
}
