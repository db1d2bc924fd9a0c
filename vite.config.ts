import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { readStyle } from './src/bff/rendering/critical-style.ts'

/** The template's source is beside the client's; the server reads the built one at the top of dist/client. */
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

/** Keeps the stylesheets that every page loads as the pieces that each page picks from, beside the manifest. */
function styleInPieces(): Plugin {
  return {
    name: 'style-in-pieces',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const template = join(dir, 'index.html')
      if (!existsSync(template)) return
      const sheets = readFileSync(template, 'utf8').matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)
      const style = [...sheets].map(([, path = '']) => readFileSync(join(dir, path), 'utf8')).join('')
      writeFileSync(join(dir, '.vite', 'style.json'), JSON.stringify(readStyle(style)))
    },
  }
}

/**
 * The template's order is that of the network: every page brings the style of its first paint (critical-style.ts), so
 * the whole stylesheet comes after the content and holds back no paint, and scripts wait for pictures and fonts. What the
 * entry loads in steps comes with it. Scripts run when the document is read to its end, so whatever they add finds the
 * whole stylesheet there.
 */
function firstPaintFirst(): Plugin {
  return {
    name: 'first-paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { chunk }) {
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const steps = chunk?.dynamicImports ?? []
        const links = steps.map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">\n  `)
        return html
          .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
          .replace('</head>', `${links.join('')}</head>`)
          .replaceAll(/<(?:link rel="modulepreload"|script type="module")/g, '$& fetchpriority="low"')
          .replace('</body>', () => `  ${sheets.join('\n    ')}\n  </body>`)
      },
    },
  }
}

const REACT_DOM = /react-dom-client\.production\.js$/
const SIGNAL = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g

/**
 * React throws five objects as signals to itself, and makes them as errors when its script is first run. Nobody reads
 * their stacks, but with a debugger or a measuring tool attached a browser reads the whole of React once more for them:
 * half of the time for which a slow phone stood still was that. They keep their type and message here, without a stack.
 */
function signalsWithoutStack(): Plugin {
  return {
    name: 'signals-without-stack',
    apply: 'build',
    transform: {
      filter: { id: REACT_DOM },
      handler(code) {
        if (code.search(SIGNAL) < 0) throw new Error('React makes its signals in another way: see signalsWithoutStack.')
        return {
          code: code.replaceAll(SIGNAL, '$1 = Object.assign(Object.create(Error.prototype), { message: $2 })'),
          map: null,
        }
      },
    },
  }
}

/** Changes seldom, so browsers keep its file from one release to the next. */
const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store|jotai)[\\/]/
const PAGE = /src[\\/]web[\\/]app[\\/]pages[\\/]/
const FRAMEWORK_ENTRY = join(import.meta.dirname, 'src', 'web', 'framework.ts')
const START = join(import.meta.dirname, 'src', 'web', 'start.tsx')
const HOME = join(import.meta.dirname, 'src', 'web', 'app', 'pages', 'home-page.tsx')

const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([^\\/]+)\.mjs$/
/** What all icons are drawn with. */
const ICON_PARTS = /lucide-react[\\/]dist[\\/]esm[\\/]/
const ICON_INDEX = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Names the chunks that every screen loads: the framework, and the modules that the shell or the home page imports. Most
 * screens need most of these, and one file compresses better than the dozen small ones that the bundler makes by itself.
 */
function nameChunk() {
  let shared: ReadonlySet<string> | null = null
  let icons: ReadonlySet<string> = new Set()
  return (id: string, graph: ModuleGraph) => {
    if (id.includes('vite/preload-helper')) return 'rolldown-runtime'
    if (FRAMEWORK.test(id) || id === FRAMEWORK_ENTRY) return 'framework'
    if (PAGE.test(id)) return null
    if (shared === null) {
      shared = reachedFrom([START, HOME], graph)
      icons = iconsOf(shared)
    }
    const icon = ICON.exec(id)?.[1]
    if (icon !== undefined) return icons.has(icon) ? 'shop' : null
    return shared.has(id) || ICON_PARTS.test(id) ? 'shop' : null
  }
}

function reachedFrom(starts: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const reached = new Set(starts)
  for (const id of reached) {
    // The index of the icons imports all there are, whoever uses them.
    if (ICON_INDEX.test(id)) continue
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  }
  return reached
}

/** The file names of the icons that modules import: "CircleUserRound" is in circle-user-round.mjs. */
function iconsOf(modules: ReadonlySet<string>): ReadonlySet<string> {
  const sources = [...modules].filter((id) => /\.tsx?$/.test(id)).map((id) => readFileSync(id, 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)])
  const names = imports.flatMap(([, list = '']) => list.split(',')).map((name) => name.trim().split(' ')[0] ?? '')
  return new Set(names.map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()))
}

/** `vite build` writes dist/client; with `--ssr src/web/entry-server.tsx --outDir dist/ssr` it writes the server's part. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), signalsWithoutStack(), tailwindcss(), templateOnTop(), styleInPieces(), firstPaintFirst()],
  publicDir: isSsrBuild === true ? false : 'src/web/public',
  // The server's part contains its libraries in their production form: React's development build is slower and takes 60
  // MB more memory, and the package of icons has thousands that no page shows.
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
    ...(isSsrBuild === true && { minify: true, rolldownOptions: { output: { codeSplitting: false } } }),
    ...(isSsrBuild !== true && {
      outDir: 'dist/client',
      manifest: true,
      rolldownOptions: {
        input: 'src/web/index.html',
        output: {
          codeSplitting: {
            groups: [{ debugName: 'screens', name: nameChunk() }],
          },
        },
      },
    }),
  },
}))
