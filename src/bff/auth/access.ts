import type { FastifyInstance } from 'fastify'

/** Who may call a route of the API. */
export const ACCESS = ['public', 'customer', 'staff'] as const
export type Access = (typeof ACCESS)[number]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route below /api; the process does not start without it. */
    access?: Access
  }
}

/** The pages of the API documentation come from a package. They are public and read no data of the shop. */
const DOCUMENTATION = '/api/docs'

/** Stops the start when a route below /api does not declare its access, so that protection cannot be forgotten. */
export function registerAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    if (!/^\/api(\/|$)/.test(url) || url === DOCUMENTATION || url.startsWith(`${DOCUMENTATION}/`)) return
    if (config?.access === undefined || !ACCESS.includes(config.access)) {
      throw new Error(`${[method].flat().join(',')} ${url} must declare config.access: ${ACCESS.join(' | ')}`)
    }
  })
}
