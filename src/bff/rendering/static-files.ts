import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answersUnderPressure } from '../limits/fresh-work.ts'
import { FILE_LIMIT } from '../limits/request-limits.ts'

const NOT_FOR_BROWSERS = /^\.|^index\.html$|\.(br|gz)$/

/**
 * Serves the files of the build, which has compressed them. Names below /assets contain a hash of their content, so
 * that browsers cache them forever and the plugin's weak validators (of size and time) are good enough. The files of a
 * former build are served a while longer for its open pages (scripts/former-build.mjs).
 * @param dist the build's folder; without a build no file is served
 */
export async function registerStaticFiles(app: FastifyInstance, dist: string): Promise<void> {
  const client = join(dist, 'client')
  await app.register(fastifyStatic, {
    root: [join(client, 'assets'), join(dist, 'former', 'assets')],
    serve: false,
    suppressWarning: true,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    // The largest is 300 kB. The plugin would cut files by a weak ETag, which RFC 9110 forbids, and refuse without saying
    // how long they are.
    acceptRanges: false,
    maxAge: '365d',
    immutable: true,
  })

  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { rateLimit: FILE_LIMIT, pressureHandler: answersUnderPressure }, schema: { hide: true } },
    (request, reply) => {
      const name = request.params['*']
      return NOT_FOR_BROWSERS.test(name) ? reply.callNotFound() : reply.sendFile(name)
    },
  )
  for (const entry of await readdir(client, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || NOT_FOR_BROWSERS.test(entry.name)) continue
    app.get(
      `/${entry.name}`,
      { config: { pressureHandler: answersUnderPressure }, schema: { hide: true } },
      (_request, reply) => reply.sendFile(entry.name, client, { maxAge: '1d', immutable: false }),
    )
  }
}
