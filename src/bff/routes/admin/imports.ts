import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { EncodingBody, Import, MappingBody, SheetBody, StartBody, StartImportFields } from '#contracts/imports'
import { MAX_IMPORT_BYTES } from '#contracts/limits'
import type { AdminModule, ProductImport } from '#modules/admin'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors'
import { HttpRefusal } from '../../http/http-refusal.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { readMultipart, registerMultipart } from '../../http/multipart.ts'
import { presentImport } from '../../presenters/import.ts'
import { ImportPath } from './import-history.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']
/** One byte more than the file limit, so that a file of exactly that size is not truncated. */
const FILE_LIMITS = { fileSize: MAX_IMPORT_BYTES + 1, files: 1 } as const

/** Importing suppliers' price lists (specification 2, section 5). */
export const staffImportRoutes: FastifyPluginAsyncZod<{
  admin: AdminModule
  makeOnce: MakeOnce
}> = async (app, { admin, makeOnce }) => {
  const { imports } = admin
  await registerMultipart(app as never)
  const present = (item: ProductImport) => presentImport(imports, item)

  app.route({
    method: 'POST',
    url: '/admin/imports',
    config: { access: { staff: 'imports.write' }, answerWithinMs: 60_000 },
    bodyLimit: FILE_LIMITS.fileSize + 1024 * 1024,
    schema: {
      operationId: 'startImport',
      tags,
      summary: 'Uploads a price list, which a job previews or imports',
      description:
        'Multipart: the CSV or XLSX as part `file` (at most 50 MB and 100,000 rows, separated by comma, semicolon, ' +
        'tab or pipe; UTF-8, for previews also UTF-16, Windows-1252 and other encodings), beside it `mode` (create ' +
        'or upsert), `blank` (keep or clear), `preview` (false imports at once; true reads every row and writes ' +
        'nothing; columns waits for PUT mapping) and `mapping` (JSON from header to field or null). 400 NOT_UTF8, NOT_CSV, NOT_XLSX, XLSX_TOO_LARGE, EMPTY_FILE, NO_PRODUCTS, ' +
        'COLUMNS_NOT_KNOWN, DUPLICATE_HEADER, RESERVED_HEADER, QUOTES_NOT_CLOSED, INVALID_FILE_TYPE; ' +
        '413 FILE_TOO_LARGE, TOO_MANY_ROWS. ' +
        REPEATABLE,
      headers: RepeatableHeaders,
      consumes: ['multipart/form-data'],
      response: { 202: Import, ...failures(400, 401, 403, 404, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const item = await receive(request, reply)
      return reply.code(202).header('location', `/api/admin/imports/${item.id}`).send(present(item))
    },
  })

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<ProductImport> {
    let stored: Awaited<ReturnType<typeof imports.storeFile>> | null = null
    try {
      const fields = await readMultipart(request, FILE_LIMITS, async ({ fieldname, filename, mimetype, file }) => {
        if (fieldname !== 'file') throw new AppError('invalid', 'FILE_MISSING', 'Send the CSV as the part "file".')
        stored = await imports.storeFile({
          fileName: filename,
          mimeType: mimetype,
          bytes: file.iterator({ destroyOnReturn: false }),
        })
      })
      if (stored === null) throw new AppError('invalid', 'FILE_MISSING', 'Send the CSV as the part "file".')
      const requested = StartImportFields.safeParse(fields)
      if (!requested.success)
        throw new AppError('invalid', 'VALIDATION', 'Please check the marked fields.', {
          fields: messagesOf(requested.error),
        })
      const { mode, blank, preview, mapping } = requested.data
      const file: Awaited<ReturnType<typeof imports.storeFile>> = stored
      const wanted = { mode, blank, until: UNTIL[preview], ...(mapping === undefined ? {} : { mapping }) }
      const item = await makeOnce(request, reply, {
        make: (note) => imports.begin(file, wanted, actorOf(request), note),
        find: imports.get,
        sent: [file.fileName, file.sizeBytes, wanted],
      })
      // A repetition sent the file again.
      if (item.id !== file.fileId) await imports.deleteFile(file)
      return item
    } catch (error) {
      // An import that the database has kept and not answered may need it.
      if (stored !== null && !isDatabaseUnavailable(error)) await imports.deleteFile(stored)
      if (error instanceof AppError && TOO_LARGE.has(error.code)) throw new HttpRefusal(413, error.code, error.message)
      throw error
    }
  }

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
}

const UNTIL = { true: 'preview', false: 'import', columns: 'columns' } as const
const TOO_LARGE: ReadonlySet<string> = new Set(['FILE_TOO_LARGE', 'TOO_MANY_ROWS'])

function messagesOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path }) => [path.join('.'), 'This is missing or not accepted']))
}
