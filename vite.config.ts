import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { readStyle } from './scripts/read-style.ts'

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
          codeSplitting: { groups: chunkGroups() },
        },
      },
    }),
  },
}))
