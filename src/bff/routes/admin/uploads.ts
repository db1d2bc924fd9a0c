import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { UploadAnswer, type UploadedImage } from '#contracts/admin'
import { MAX_PICTURE_BYTES } from '#contracts/limits'
import type { AdminModule } from '#modules/admin'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors/errors'
import type { z } from 'zod'
import { HttpRefusal } from '../../http/http-refusal.ts'
import { readMultipart, registerMultipart } from '../../http/multipart.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

/** One byte more than a picture may have, so that one of exactly that size is not truncated. */
const LIMITS = { fileSize: MAX_PICTURE_BYTES + 1, files: 10 } as const

interface Refused {
  readonly fileName: string
  readonly code: string
  readonly message: string
}

/** Uploading product pictures (specification 2, section 5). */
export const staffUploadRoutes: FastifyPluginAsyncZod<{
  admin: AdminModule
  catalog: Pick<CatalogModule, 'openPictureBudget' | 'saveImage'>
}> = async (app, { admin, catalog }) => {
  await registerMultipart(app as never)

  app.route({
    method: 'POST',
    url: '/admin/uploads',
    config: { access: { staff: 'products.write' }, answerWithinMs: 60_000 },
    bodyLimit: LIMITS.fileSize * LIMITS.files + 1024 * 1024,
    schema: {
      operationId: 'uploadImages',
      tags: ['Staff'],
      summary: 'Uploads pictures, which are stored as WebP in three widths without metadata',
      description:
        'Multipart parts named `images`, at most 10 with 10 MB each and 60 megapixels together. Answers the stored ones; the header X-Refused ' +
        'lists the others as URI-encoded JSON `[{ fileName, code, message }]`. If none is stored: 400 or 413 with ' +
        'the same list in `details.refused`.',
      consumes: ['multipart/form-data'],
      response: { 201: UploadAnswer, ...failures(400, 401, 403, 413, 415) },
    },
    handler: async (request, reply) => {
      const uploaded: z.infer<typeof UploadedImage>[] = []
      const refused: Refused[] = []
      const budget = catalog.openPictureBudget()
      try {
        await readMultipart(request, LIMITS, async (part) => {
          if (part.fieldname !== 'images')
            throw new AppError('invalid', 'FILE_MISSING', 'Send the pictures as parts named "images".')
          const bytes = await part.toBuffer()
          try {
            if (bytes.length >= LIMITS.fileSize)
              throw new AppError(
                'invalid',
                TOO_LARGE,
                `Each image can have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
              )
            const { fileName, width, height } = await catalog.saveImage(bytes, budget)
            uploaded.push({ url: `/images/products/${fileName}`, width, height })
          } catch (error) {
            if (!(error instanceof AppError && error.kind === 'invalid')) throw error
            refused.push({ fileName: nameToShow(part.filename), code: error.code, message: error.message })
          }
        })
      } finally {
        // Also when the body breaks off behind them, for they are stored.
        if (uploaded.length > 0) await admin.products.recordUploads(uploaded.length, actorOf(request))
      }
      const [first] = refused
      if (uploaded.length === 0) {
        if (first === undefined)
          throw new AppError('invalid', 'FILE_MISSING', 'Send the pictures as parts named "images".')
        if (refused.every(({ code }) => code === TOO_LARGE)) throw new HttpRefusal(413, TOO_LARGE, first.message)
        throw new AppError('invalid', first.code, first.message, { details: { refused } })
      }
      if (refused.length > 0) reply.header('x-refused', toHeader(refused))
      return reply.code(201).send(uploaded)
    },
  })
}

const TOO_LARGE = 'FILE_TOO_LARGE'

/** A proxy takes 4 kB of all headers together, and refuses the whole answer beyond that. */
const MAX_BYTES_OF_HEADER = 3000
/** How much of a name is said. */
const LONGEST_NAME = 80
/** The more the better: in another script a letter takes nine bytes or twelve. */
const LETTERS_OF_NAME = [LONGEST_NAME, 40, 20, 10, 5]

/** The list as URI-encoded JSON, where what a header can hold as it is stays so; names are shortened if need be. */
function toHeader(refused: readonly Refused[]): string {
  let header = ''
  for (const letters of LETTERS_OF_NAME) {
    const shown = refused.map((each) => ({ ...each, fileName: endOf(each.fileName, letters) }))
    header = JSON.stringify(shown).replaceAll(/[^\x20-\x7e]|%/gu, encodeURIComponent)
    if (header.length <= MAX_BYTES_OF_HEADER) break
  }
  return header
}

function endOf(name: string, letters: number): string {
  const all = Array.from(name)
  return all.length <= letters ? name : `…${all.slice(-letters).join('')}`
}

/**
 * The file name without folders, control characters and letters that turn the reading, only for showing it to staff.
 * @param name absent where a program sends bytes without one
 */
function nameToShow(name = ''): string {
  // oxlint-disable-next-line no-control-regex -- this pattern is for control characters
  const plain = (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
  return Array.from(plain).slice(-LONGEST_NAME).join('')
}
