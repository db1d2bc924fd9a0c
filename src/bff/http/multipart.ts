import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { finished } from 'node:stream/promises'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import { HttpRefusal } from './http-refusal.ts'

export interface MultipartLimits {
  /** Bytes of one file; the rest is cut off and `truncated` is set. */
  readonly fileSize: number
  readonly files: number
}

/** The longest text field is a column mapping. */
const FIELD_BYTES = 64 * 1024
const FIELDS = 20
/** For the boundaries and headers of the parts. */
const OVERHEAD_BYTES = 1024 * 1024

/** Accepts multipart bodies in the routes of this scope; all other routes still accept JSON only. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Passes each file of a multipart body to `onFile` and returns the text fields. Slow connections are waited for. What
 * `onFile` leaves unread is discarded, because a caller who is cut off while sending cannot read the response.
 * @throws HttpRefusal 415 for another content type, 400 for an incomplete body, 413 for too many files or bytes
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: MultipartLimits,
  onFile: (file: MultipartFile) => Promise<void>,
): Promise<Record<string, string>> {
  assertAcceptable(request, limits)
  request.server.waitForSlowBody(request)
  const { fileSize, files } = limits
  const fields: Record<string, string> = {}
  let failure: unknown = null
  try {
    const parserLimits = { fileSize, files, fields: FIELDS, fieldSize: FIELD_BYTES, parts: files + FIELDS }
    for await (const part of request.parts({ limits: parserLimits })) {
      if (part.type === 'field') {
        if (part.valueTruncated === true)
          throw new HttpRefusal(413, 'BODY_TOO_LARGE', `The field "${part.fieldname}" is too long.`)
        fields[part.fieldname] = String(part.value)
        continue
      }
      if (failure === null) failure = await failureOf(() => onFile(part))
      part.file.resume()
      await finished(part.file)
    }
  } catch (error) {
    // If `onFile` failed first, its error says more than that of the body. Any other failure of the parser is in the
    // body.
    failure ??= toRefusal(error, limits) ?? brokenBody()
  }
  if (failure !== null) throw toRefusal(failure, limits) ?? failure
  return fields
}

/** What some work failed with; null when it did not. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work()
    return null
  } catch (error) {
    return error
  }
}

/** Refuses by the headers alone what is no such body, or too large to be one. */
function assertAcceptable(request: FastifyRequest, { fileSize, files }: MultipartLimits): void {
  if (!request.isMultipart())
    throw new HttpRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data.')
  const contentLength = Number(request.headers['content-length'] ?? 0)
  if (contentLength > fileSize * files + OVERHEAD_BYTES)
    throw new HttpRefusal(413, 'FILE_TOO_LARGE', `Send at most ${inMegabytes(fileSize * files)} at once.`)
}

const brokenBody = () => new HttpRefusal(400, 'BROKEN_MULTIPART', 'The body is not a complete multipart form.')

/** What the caller is told about an error; null when the error is not about the body. */
function toRefusal(error: unknown, { files }: MultipartLimits): AppError | HttpRefusal | null {
  if (error instanceof AppError || error instanceof HttpRefusal) return error
  // Storing the file may fail with a message like one of the parser's, or with a number for a code.
  if (!(error instanceof Error) || isDatabaseUnavailable(error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_FILES_LIMIT')
    return new HttpRefusal(413, 'TOO_MANY_FILES', `Send at most ${files} ${files === 1 ? 'file' : 'files'} at once.`)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new HttpRefusal(413, 'TOO_MANY_FIELDS', 'The form has too many fields.')
  if (
    code.startsWith('FST_') ||
    /multipart|boundary|part header|part terminated|unexpected end|premature|malformed/i.test(error.message)
  )
    return brokenBody()
  return null
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
