import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const NOT_FOR_BROWSERS = /^\.|^index\.html$|\.(br|gz)$/

/**
 * Serves what the build made, packed as the build packed it. Names below /assets carry a hash of their content, so
 * browsers keep them for good and never ask again; for that reason the plugin's weak validators (made of size and time)
 * do as well as strong ones. Pages of a former build find their files for a while longer (scripts/former-build.mjs).
 * @param dist the build's folder; without a build nothing is served
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
    maxAge: '365d',
    immutable: true,
  })

  // Scripts and styles come by the dozen with one page: they do not count as requests of a visitor.
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { rateLimit: false }, schema: { hide: true } },
    (request, reply) => {
      const name = request.params['*']
      return NOT_FOR_BROWSERS.test(name) ? reply.callNotFound() : reply.sendFile(name)
    },
  )
  for (const entry of await readdir(client, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || NOT_FOR_BROWSERS.test(entry.name)) continue
    app.get(`/${entry.name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(entry.name, client, { maxAge: '1d', immutable: false }),
    )
  }
}
