import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogModule } from '#modules/catalog'
import { AppError } from '#platform/errors/errors'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'
import { answersUnderPressure } from '../limits/fresh-work.ts'
import { FILE_LIMIT } from '../limits/request-limits.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** A picture that is uploaded under such a name is seen this much later; names are random, so that nobody asks before. */
const MISS_MS = 10_000
const MISSES = 5000
const FILE_NAME = /^[A-Za-z0-9][\w.-]{0,150}$/
const CACHE_CONTROL = 'public, max-age=604800, stale-while-revalidate=2592000'
/** An SVG that is opened as a page must not run or load anything. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The catalog's pictures. The content of a file never changes, so the cache is never cleared. */
export function pictureRoutes(app: FastifyInstance, catalog: Pick<CatalogModule, 'findImage'>): void {
  const cache = createAnswerCache({ maxBytes: CACHE_BYTES })
  /** Names that there are none of, so that the database is not asked for each again and again. */
  const missing = new LRUCache<string, true>({ max: MISSES, ttl: MISS_MS })

  for (const folder of ['products', 'illustrations']) {
    app.get<{ Params: { file: string } }>(
      `/images/${folder}/:file`,
      { config: { rateLimit: FILE_LIMIT, pressureHandler: answersUnderPressure }, schema: { hide: true } },
      async (request, reply) => {
        const { file } = request.params
        const answer = FILE_NAME.test(file) ? await cache.load(file, () => read(file)) : null
        if (answer === null) throw new PictureNotFound()
        return sendAnswer(request, reply, answer)
      },
    )
  }

  async function read(file: string) {
    if (missing.has(file)) throw new PictureNotFound()
    const image = await catalog.findImage(file)
    if (image === null) {
      missing.set(file, true)
      throw new PictureNotFound()
    }
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
