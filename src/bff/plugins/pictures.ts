import type { FastifyInstance } from 'fastify'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'

const CACHE_BYTES = 16 * 1024 * 1024
const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,150}$/
const CACHE_CONTROL = 'public, max-age=604800, stale-while-revalidate=2592000'
/** A drawing that is opened by itself runs nothing and loads nothing. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The catalogue's pictures. A file's content never changes under its name, so they are kept without being emptied. */
export function registerPictures(app: FastifyInstance, catalog: Pick<CatalogModule, 'findImage'>): void {
  const kept = createAnswerCache({ maxBytes: CACHE_BYTES })

  for (const folder of ['products', 'illustrations']) {
    app.get<{ Params: { file: string } }>(
      `/images/${folder}/:file`,
      { config: { rateLimit: false }, schema: { hide: true } },
      async (request, reply) => {
        const { file } = request.params
        const answer = FILE_NAME.test(file) ? await kept.load(file, () => read(file)) : null
        if (answer === null) throw new PictureNotFound()
        return sendAnswer(request, reply, answer)
      },
    )
  }

  async function read(file: string) {
    const image = await catalog.findImage(file)
    if (image === null) throw new PictureNotFound()
    const isDrawing = image.contentType.startsWith('image/svg')
    return makeAnswer(image.body, {
      compressible: isDrawing,
      headers: {
        'content-type': image.contentType,
        'cache-control': CACHE_CONTROL,
        ...(isDrawing ? { 'content-security-policy': DRAWING_POLICY } : {}),
      },
    })
  }
}

class PictureNotFound extends AppError {
  constructor() {
    super('not-found', 'PICTURE_NOT_FOUND', 'There is no such picture.')
  }
}
