import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors'
import { HttpRefusal } from './http-refusal.ts'

interface KnownAddress {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

/**
 * Answers requests that no route takes: 404 for an unknown address, 405 with `Allow` for a known one with another
 * method. Fastify answers 404 in both cases. Register it before the routes, because it collects their addresses.
 */
export function registerMethods(app: FastifyInstance): {
  answerUnknown(request: FastifyRequest, reply: FastifyReply): never
} {
  const known = new Map<string, KnownAddress>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const address = known.get(url) ?? {
      pattern: new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('.', String.raw`\.`)}$`),
      methods: new Set(),
    }
    for (const each of [method].flat()) address.methods.add(each)
    known.set(url, address)
  })

  return {
    answerUnknown(request, reply) {
      const path = request.url.replace(/\?.*$/s, '')
      const methods = new Set(
        [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap((address) => [...address.methods]),
      )
      if (methods.size === 0 || methods.has(request.method))
        throw new AppError('not-found', 'NOT_FOUND', 'There is nothing at this address.')
      reply.header('allow', [...methods].sort().join(', '))
      throw new HttpRefusal(405, 'METHOD_NOT_ALLOWED', `This address takes ${[...methods].sort().join(', ')}.`)
    },
  }
}
