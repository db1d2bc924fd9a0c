import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NumericId } from '#contracts/common'
import {
  Import,
  ImportCells,
  ImportFailureList,
  ImportList,
  ImportRowList,
  ImportRowsQuery,
  ImportsQuery,
} from '#contracts/imports'
import type { AdminModule, ProductImport } from '#modules/admin'
import type { Logger } from '#platform/logger'
import type { StaffAccess } from '../../auth/staff-access.ts'
import { PathId } from '../../http/path-ids.ts'
import { sendDownload } from '../../http/send-download.ts'
import { sendEventStream } from '../../live/event-stream.ts'
import type { ImportStreams } from '../../live/import-streams.ts'
import { presentImport, presentImportRow, presentListedImport } from '../../presenters/import.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 50
const MAX_LISTED = 200

export const ImportPath = z.object({ id: PathId.describe("The import's id") })

/** Past and running imports: their state, rows and files. */
export const staffImportHistoryRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'imports'>
  staffAccess: StaffAccess
  streams: ImportStreams
  logger: Logger
}> = (app, { admin, staffAccess, streams, logger }, done) => {
  const { imports } = admin
  const present = (item: ProductImport) => presentImport(imports, item)

  // The server waits for open responses when it closes, and streams never end on their own.
  app.addHook('preClose', (closed) => {
    streams.close()
    closed()
  })

  app.route({
    method: 'GET',
    url: '/admin/imports',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'listImports',
      tags,
      summary: 'Imports, newest first',
      description: `X-Total-Count says how many there are; the ${MAX_LISTED} newest without \`limit\`.`,
      querystring: ImportsQuery,
      response: { 200: ImportList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { limit = MAX_LISTED, offset = 0 } = request.query
      const { imports: items, total } = await imports.list({ limit, offset })
      return reply.header('x-total-count', String(total)).send(items.map((item) => presentListedImport(imports, item)))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/imports/:id',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'getImport',
      tags,
      summary: 'The state of an import',
      params: ImportPath,
      response: { 200: Import, ...failures(401, 403, 404) },
    },
    handler: async (request) => present(await imports.get(request.params.id)),
  })

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

  app.route({
    method: 'GET',
    url: '/admin/imports/:id/stream',
    config: { access: { staff: 'imports.read' } },
    schema: {
      operationId: 'streamImport',
      tags,
      summary: 'Server-sent events: `import` with the whole state, immediately and after each step',
      params: ImportPath,
      response: { 200: bodyOfType('text/event-stream', 'Server-sent events.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await imports.get(request.params.id)
      const token = staffAccess.tokenOf(request) ?? ''
      return sendEventStream(request, reply as FastifyReply, () => streams.open(request.params.id, token))
    },
  })
  done()
}
