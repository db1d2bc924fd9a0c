import Fastify, { type FastifyPluginCallback, type RouteOptions } from 'fastify'
import { registerValidation } from '../http/validation.ts'

/** Stands for every module that routes take: they only keep it. */
const anything: unknown = new Proxy(() => {}, {
  get: (_target, key) => (key === 'then' ? undefined : anything),
  apply: () => anything,
})
const MODULES = [
  'admin',
  'answers',
  'attempts',
  'catalog',
  'clock',
  'counter',
  'customerAccess',
  'database',
  'identity',
  'orders',
]
const modules = Object.fromEntries(
  [...MODULES, 'changeStreams', 'importStreams', 'pingRedis', 'signInLimit', 'staffAccess', 'streams'].map((name) => [
    name,
    anything,
  ]),
)

/** Routes outside of the API, whose paths are all that they read; and what registers the routes of other files. */
const OUTSIDE = [
  'wellKnownRedirectRoutes',
  'seoRoutes',
  'pictureRoutes',
  'securityTextRoutes',
  'customerRoutes',
  'staffRoutes',
]

/** Every route of the API, with its access and contract; none of them is ready to be called. */
export async function registeredRoutes(): Promise<readonly RouteOptions[]> {
  const routes: RouteOptions[] = []
  const app = Fastify({ exposeHeadRoutes: false })
  registerValidation(app)
  app.addHook('onRoute', (route) => void routes.push(route))
  // The lists of all routes of customers and of staff register the same ones again. With a type argument Vitest would
  // take the call for no glob, keep what it found, and never see a new file.
  const files = import.meta.glob(
    [
      '../routes/*.ts',
      '../routes/admin/*.ts',
      '!../routes/**/*.test.ts',
      '!../routes/customer-routes.ts',
      '!../routes/admin/staff-routes.ts',
    ],
    { eager: true },
  ) as Record<string, Record<string, FastifyPluginCallback>>
  for (const exported of Object.values(files)) {
    for (const [name, plugin] of Object.entries(exported))
      if (name.endsWith('Routes') && !OUTSIDE.includes(name)) await app.register(plugin, modules)
  }
  await app.ready()
  return routes
}
