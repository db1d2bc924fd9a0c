import type { FastifyInstance } from 'fastify'
import { STAFF_PERMISSIONS, type StaffPermission } from '#contracts/staff-roles'

/** Who may call a route of the API: everybody, signed-in customers, or staff with a permission. */
export type Access = 'public' | 'customer' | { readonly staff: StaffPermission }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route below /api; no app is made without it. */
    access?: Access
  }
}

/** The pages of the API documentation come from a package. They are public and read no data of the shop. */
const DOCUMENTATION = '/api/docs'

/** Whom an app knows beside everybody. */
export type Guarded = 'customer' | 'staff'

/**
 * Refuses a route below /api that does not declare its access, so that protection cannot be forgotten, and one for people
 * whom the app does not know, because nothing would guard it.
 */
export function registerAccess(app: FastifyInstance, guarded: Guarded): void {
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route
    if (!/^\/api(\/|$)/.test(url) || url === DOCUMENTATION || url.startsWith(`${DOCUMENTATION}/`)) return
    const name = `${[method].flat().join(',')} ${url}`
    if (!isAccess(config?.access))
      throw new Error(`${name} must declare config.access: public | customer | { staff: a permission }`)
    const whom = permissionOf(config?.access) === null ? config?.access : 'staff'
    if (whom !== 'public' && whom !== guarded)
      throw new Error(`${name} is for ${String(whom)}: it belongs in the app that guards it`)
  })
}

function isAccess(access: Access | undefined): boolean {
  if (access === undefined || typeof access === 'string') return access === 'public' || access === 'customer'
  return Object.hasOwn(STAFF_PERMISSIONS, access.staff)
}

/** The permission that a route of staff needs; null for all other routes. */
export function permissionOf(access: Access | undefined): StaffPermission | null {
  return typeof access === 'object' ? access.staff : null
}
