import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { NumericId } from '#contracts/common'
import { ImportCells, ImportFailureList, ImportRowList, ImportRowsQuery } from '#contracts/imports'
import type { AdminModule } from '#modules/admin'
import type { Logger } from '#platform/log/logger'
import { sendDownload } from '../../http/send-download.ts'
import { presentImportRow } from '../../presenters/import.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'
import { ImportPath } from './import-history.ts'

const tags = ['Staff']
const PAGE = 50

/** What became of the rows of an import, and its file. */
export const staffImportRowRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'imports'>
  logger: Logger
}> = (app, { admin: { imports }, logger }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/imports/:id/rows',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listImportRows',
      tags,
      summary: 'The outcome of each row, in the order of the file',
      description: `X-Total-Count says how many match. ${PAGE} rows without \`limit\`. The header is line 1.`,
      params: ImportPath,
      querystring: ImportRowsQuery,
      response: { 200: ImportRowList, ...failures(400, 401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { outcome, flagged, limit = PAGE, offset = 0 } = request.query
      const { rows, total } = await imports.listRows(request.params.id, {
        limit,
        offset,
        flagged: flagged === 'true',
        ...(outcome === undefined ? {} : { outcome }),
      })
      return reply.header('x-total-count', String(total)).send(rows.map(presentImportRow))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/rows/:line',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getImportRow',
      tags,
      summary: 'The cells of one row as they are read, to correct them (PUT mapping); none for a broken line',
      params: ImportPath.extend({ line: NumericId }),
      response: { 200: ImportCells, ...failures(400, 401, 403, 404) },
    },
    handler: async (request) =>
      (await imports.cells(request.params.id, request.params.line)).map((cell) => ({ ...cell })),
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/failures',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listImportFailures',
      tags,
      summary: 'Why rows failed, the most frequent reason first',
      params: ImportPath,
      response: { 200: ImportFailureList, ...failures(401, 403, 404) },
    },
    handler: async (request) =>
      (await imports.failures(request.params.id)).map((each) => ({
        ...each,
        values: each.values.map((value) => ({ ...value })),
      })),
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/failed.csv',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getFailedRows',
      tags,
      summary: 'The failed rows unchanged, with the reason, to correct and import again',
      params: ImportPath,
      response: { 200: bodyOfType('text/csv', 'UTF-8 with a byte order mark.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { fileName, text } = await imports.failedCsv(request.params.id)
      return sendDownload(request, reply as FastifyReply, { fileName, pieces: text }, logger)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/file',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getImportFile',
      tags,
      summary: 'The original file',
      params: ImportPath,
      response: {
        200: bodyOfType(['text/csv', 'application/octet-stream'], 'As it came: CSV, or a workbook.'),
        ...failures(401, 403, 404),
      },
    },
    handler: async (request, reply) => {
      const { fileName, bytes } = await imports.file(request.params.id)
      return sendDownload(request, reply as FastifyReply, { fileName, pieces: bytes }, logger)
    },
  })
  done()
}
