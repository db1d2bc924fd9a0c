import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The template lies beside the client's source; the server finds it at the top of what is built. */
function templateOnTop(): Plugin {
  return {
    name: 'template-on-top',
    apply: 'build',
    writeBundle(options) {
      const built = join(options.dir ?? '', 'src', 'web', 'index.html')
      if (!existsSync(built)) return
      renameSync(built, join(options.dir ?? '', 'index.html'))
      rmSync(join(options.dir ?? '', 'src'), { recursive: true })
    },
  }
}

/**
 * The router builds and names components at once that nobody here uses (its forms), which keeps them in the bundle:
 * marked as free of side effects, they go.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return null
      const marked = code
        .replaceAll(/^var (\w+) = (\w+\.(?:forwardRef|createContext)\()/gm, 'var $1 = /*#__PURE__*/ $2')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
      return { code: marked, map: null }
    },
  }
}

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store|jotai)\//
/** A page's own parts: they come with the page. */
const PAGE = /src\/web\/app\/pages\//
/** One file re-exports all icons, so every icon of any page would count as needed at once. */
const ICON = /lucide-react\/dist\/esm\/icons\//
/** The icons of the home page: six files of their own would weigh half a kilobyte more than they do together. */
const HOME_ICON = /lucide-react\/dist\/esm\/icons\/(arrow-right|headset|rotate-ccw|shield-check|timer|truck)\./
const ENTRY = join(import.meta.dirname, 'src', 'web', 'entry-client.tsx')
const HOME = join(import.meta.dirname, 'src', 'web', 'app', 'pages', 'home-page.tsx')

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Two files for every screen, which compress better than a dozen small ones: the framework, which stays in the
 * browser's cache from one release to the next, and all of ours that the shell or the home page needs at once, which
 * most other screens need too.
 */
function nameChunk() {
  let shared: ReadonlySet<string> | null = null
  return (id: string, graph: ModuleGraph) => {
    if (FRAMEWORK.test(id)) return 'framework'
    if (HOME_ICON.test(id)) return 'shop'
    if (id === ENTRY || ICON.test(id) || PAGE.test(id)) return null
    shared ??= reachedFrom([ENTRY, HOME], graph)
    return shared.has(id) ? 'shop' : null
  }
}

function reachedFrom(starts: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set(starts)
  for (const id of reached) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  return reached
}

/** `vite build` makes dist/client; `vite build --ssr src/web/entry-server.tsx --outDir dist/ssr` the server's rendering. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), templateOnTop(), leanRouter()],
  publicDir: isSsrBuild === true ? false : 'src/web/public',
  // The package's own entry is its development build, with warnings; beside it lies the one for production.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  // The server's rendering carries what it draws with, in its production form: React's development build would be slower
  // and heavier, and the icons' package brings thousands that no page shows.
  ...(isSsrBuild === true && {
    ssr: { noExternal: true, target: 'node' as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    assetsInlineLimit: 0,
    // The server's rendering is one file: imported anew under another address, it shares nothing with the old one.
    ...(isSsrBuild === true && { minify: true, rolldownOptions: { output: { codeSplitting: false } } }),
    ...(isSsrBuild !== true && {
      outDir: 'dist/client',
      manifest: true,
      rolldownOptions: {
        input: 'src/web/index.html',
        output: { codeSplitting: { groups: [{ debugName: 'screens', name: nameChunk() }] } },
      },
    }),
  },
}))
