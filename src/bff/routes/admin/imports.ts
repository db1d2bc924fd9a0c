import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { EncodingBody, Import, MappingBody, SheetBody, StartBody } from '#contracts/imports'
import type { AdminModule, ProductImport } from '#modules/admin'
import { presentImport } from '../../presenters/import.ts'
import { ImportPath } from './import-history.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']

/** What staff do with a price list that was uploaded (specification 2, section 5). */
export const staffImportRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'imports'> }> = (
  app,
  { admin: { imports } },
  done,
) => {
  const present = (item: ProductImport) => presentImport(imports, item)

  app.route({
    method: 'PUT',
    url: '/admin/imports/:id/mapping',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'mapImport',
      tags,
      summary: 'Says what the columns of a file are, and previews it',
      params: ImportPath,
      body: MappingBody,
      response: { 202: Import, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) =>
      reply.code(202).send(present(await imports.remap(request.params.id, request.body))),
  })

  app.route({
    method: 'PUT',
    url: '/admin/imports/:id/encoding',
    // As much is read as of an upload.
    config: { access: { staff: 'imports.write' }, answerWithinMs: 60_000 },
    schema: {
      operationId: 'readImportAs',
      tags,
      summary: 'Reads the file of a preview in another of its possible encodings, and asks for its columns again',
      params: ImportPath,
      body: EncodingBody,
      response: { 200: Import, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => present(await imports.readAs(request.params.id, request.body.encoding)),
  })

  app.route({
    method: 'PUT',
    url: '/admin/imports/:id/sheet',
    // As much is read as of an upload.
    config: { access: { staff: 'imports.write' }, answerWithinMs: 60_000 },
    schema: {
      operationId: 'readImportSheet',
      tags,
      summary: 'Reads another sheet of the workbook of a preview, and asks for its columns',
      params: ImportPath,
      body: SheetBody,
      response: { 200: Import, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => present(await imports.readSheet(request.params.id, request.body.sheet)),
  })

  app.route({
    method: 'POST',
    url: '/admin/imports/:id/start',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'startPreviewedImport',
      tags,
      summary: 'Imports a previewed file',
      description:
        '409 TOO_MANY_LEFT when more than 20 % of the supplier’s products are not on the list; `mayManyLeave` confirms it.',
      params: ImportPath,
      body: StartBody.nullish(),
      response: { 202: Import, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const mayManyLeave = request.body?.mayManyLeave === true
      return reply.code(202).send(present(await imports.start(request.params.id, actorOf(request), { mayManyLeave })))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/imports/:id/correct',
    config: { access: { staff: 'imports.write' } },
    schema: {
      operationId: 'correctFailedRows',
      tags,
      summary: 'Previews the failed rows of an import that is over as a list of their own, read as the import was',
      params: ImportPath,
      response: { 202: Import, ...failures(400, 401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      const item = await imports.correctFailed(request.params.id, actorOf(request))
      return reply.code(202).header('location', `/api/admin/imports/${item.id}`).send(present(item))
    },
  })

  const steps = [
    {
      step: 'cancel',
      operationId: 'cancelImport',
      summary: 'Stops after the rows in progress; rows that are written stay',
    },
    {
      step: 'undo',
      operationId: 'undoImport',
      summary: 'A job reverts what the import wrote; products edited since then are kept and listed',
    },
  ] as const
  for (const { step, operationId, summary } of steps) {
    app.route({
      method: 'POST',
      url: `/admin/imports/:id/${step}`,
      config: { access: { staff: 'imports.write' } },
      schema: {
        operationId,
        tags,
        summary,
        params: ImportPath,
        response: { 202: Import, ...failures(400, 401, 403, 404, 409) },
      },
      handler: async (request, reply) => {
        const next = await imports[step](request.params.id, actorOf(request))
        return reply.code(202).send(present(next))
      },
    })
  }
  done()
}
