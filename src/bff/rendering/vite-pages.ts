import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createServer } from 'vite'
import type { RenderPage } from '#contracts/pages'
import { readTemplate } from './page-template.ts'
import type { PageRenderer, PageSource } from './page-source.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TEMPLATE = join(ROOT, 'src', 'web', 'index.html')
const ENTRY = '/src/web/entry-server.tsx'
/** Where Vite has the modules of a page. Everything else is the shop's. */
const VITE_PATHS = [
  '/@vite/*',
  '/@id/*',
  '/@fs/*',
  '/@react-refresh',
  '/src/*',
  '/node_modules/*',
  '/favicon.svg',
  '/cart-state.js',
  '/early-press.js',
]

/**
 * Pages from the sources, for `npm run dev`: browsers load each module from Vite and replace it when its file changes,
 * and the server renders with the same modules. The import of this file loads Vite, which is not there in production.
 */
export function createVitePages(): PageSource {
  let load = (): Promise<PageRenderer | null> => Promise.resolve(null)
  return {
    isFromSources: true,
    current: () => load(),
    async registerFiles(app: FastifyInstance) {
      const vite = await createServer({
        root: ROOT,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      // Browsers keep a connection to Vite open, for which the server would wait when it closes.
      app.addHook('preClose', () => vite.close())
      const answer = (request: FastifyRequest, reply: FastifyReply) => {
        reply.hijack()
        vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
      }
      for (const path of VITE_PATHS) app.get(path, { config: { rateLimit: false }, schema: { hide: true } }, answer)

      let last: (PageRenderer & { readonly text: string }) | null = null
      load = async () => {
        const entry = (await vite.ssrLoadModule(ENTRY)) as { readonly render: RenderPage }
        const text = await vite.transformIndexHtml('/', await readFile(TEMPLATE, 'utf8'))
        // Another renderer empties the cache of pages, so it is replaced only when a module or the template has changed.
        if (last?.render !== entry.render || last.text !== text)
          last = {
            render: entry.render,
            load: async () => {},
            text,
            template: readTemplate(text),
            preloads: () => [],
            style: () => '',
          }
        return last
      }
    },
  }
}
