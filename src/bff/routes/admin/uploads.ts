import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { UploadAnswer, type UploadedImage } from '#contracts/admin'
import { MAX_PICTURE_BYTES } from '#contracts/limits'
import type { AdminModule } from '#modules/admin'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors/errors'
import type { z } from 'zod'
import { readMultipart, registerMultipart } from '../../http/multipart.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'
import {
  nameToShow,
  noPictures,
  nothingStored,
  refusedHeader,
  TOO_LARGE,
  type RefusedPicture,
} from './refused-pictures.ts'

/** One byte more than a picture may have, so that one of exactly that size is not truncated. */
const LIMITS = { fileSize: MAX_PICTURE_BYTES + 1, files: 10 } as const

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
      const refused: RefusedPicture[] = []
      const budget = catalog.openPictureBudget()
      try {
        await readMultipart(request, LIMITS, async (part) => {
          if (part.fieldname !== 'images') throw noPictures()
          const bytes = await part.toBuffer()
          try {
            uploaded.push(await store(bytes, budget))
          } catch (error) {
            if (!(error instanceof AppError && error.kind === 'invalid')) throw error
            refused.push({ fileName: nameToShow(part.filename), code: error.code, message: error.message })
          }
        })
      } finally {
        // Also when the body breaks off behind them, for they are stored.
        if (uploaded.length > 0) await admin.products.recordUploads(uploaded.length, actorOf(request))
      }
      if (uploaded.length === 0) throw nothingStored(refused)
      if (refused.length > 0) reply.header('x-refused', refusedHeader(refused))
      return reply.code(201).send(uploaded)
    },
  })

  /** @throws AppError `invalid` for what is no picture, or too large */
  async function store(
    bytes: Buffer,
    budget: ReturnType<CatalogModule['openPictureBudget']>,
  ): Promise<z.infer<typeof UploadedImage>> {
    if (bytes.length >= LIMITS.fileSize)
      throw new AppError('invalid', TOO_LARGE, `Each image can have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`)
    const { fileName, width, height } = await catalog.saveImage(bytes, budget)
    return { url: `/images/products/${fileName}`, width, height }
  }
}
