import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { Import, StartImportFields } from '#contracts/imports'
import { MAX_IMPORT_BYTES } from '#contracts/limits'
import type { AdminModule, ProductImport, StoredFile } from '#modules/admin'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import { actorOf } from '../../auth/staff-access.ts'
import { fieldMessage } from '../../http/field-message.ts'
import { HttpRefusal } from '../../http/http-refusal.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { readMultipart, registerMultipart } from '../../http/multipart.ts'
import { presentImport } from '../../presenters/import.ts'
import { failures } from '../failures.ts'

/** One byte more than the file limit, so that a file of exactly that size is not truncated. */
const FILE_LIMITS = { fileSize: MAX_IMPORT_BYTES + 1, files: 1 } as const
const UNTIL = { true: 'preview', false: 'import', columns: 'columns' } as const
const TOO_LARGE: ReadonlySet<string> = new Set(['FILE_TOO_LARGE', 'TOO_MANY_ROWS'])

/** Uploading suppliers' price lists (specification 2, section 5). */
export const staffImportUploadRoutes: FastifyPluginAsyncZod<{
  admin: Pick<AdminModule, 'imports'>
  makeOnce: MakeOnce
}> = async (app, { admin: { imports }, makeOnce }) => {
  await registerMultipart(app as never)

  async function store({ fieldname, filename, mimetype, file }: MultipartFile): Promise<StoredFile> {
    if (fieldname !== 'file') throw fileMissing()
    const bytes = file.iterator({ destroyOnReturn: false })
    return imports.storeFile({ fileName: filename, mimeType: mimetype, bytes })
  }

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<ProductImport> {
    const stored: StoredFile[] = []
    try {
      const fields = await readMultipart(request, FILE_LIMITS, async (part) => void stored.push(await store(part)))
      const [file] = stored
      if (file === undefined) throw fileMissing()
      const wanted = importRequestOf(fields)
      const item = await makeOnce(request, reply, {
        make: (note) => imports.begin(file, wanted, actorOf(request), note),
        find: imports.get,
        sent: [file.fileName, file.digest, wanted],
      })
      // A repetition sent the file again.
      if (item.id !== file.fileId) await imports.deleteFile(file)
      return item
    } catch (error) {
      // An import that the database has kept and not answered may need it.
      if (!isDatabaseUnavailable(error)) for (const file of stored) await imports.deleteFile(file)
      if (error instanceof AppError && TOO_LARGE.has(error.code)) throw new HttpRefusal(413, error.code, error.message)
      throw error
    }
  }

  app.route({
    method: 'POST',
    url: '/admin/imports',
    config: { access: { staff: 'imports.write' }, answerWithinMs: 60_000 },
    bodyLimit: FILE_LIMITS.fileSize + 1024 * 1024,
    schema: {
      operationId: 'startImport',
      tags: ['Staff'],
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
      return reply.code(202).header('location', `/api/admin/imports/${item.id}`).send(presentImport(imports, item))
    },
  })
}

/** What the fields beside the file ask for. @throws AppError (invalid) that names those which are not accepted */
function importRequestOf(fields: Readonly<Record<string, string>>) {
  const requested = StartImportFields.safeParse(fields)
  if (!requested.success)
    throw new AppError('invalid', 'VALIDATION', 'Please check the marked fields.', {
      fields: messagesOf(requested.error),
    })
  const { mode, blank, preview, mapping } = requested.data
  return { mode, blank, until: UNTIL[preview], ...(mapping === undefined ? {} : { mapping }) }
}

function fileMissing(): AppError {
  return new AppError('invalid', 'FILE_MISSING', 'Send the CSV as the part "file".')
}

function messagesOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), fieldMessage(issue).message]))
}
