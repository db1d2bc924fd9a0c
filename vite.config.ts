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

/** `vite build` makes dist/client; `vite build --ssr src/web/entry-server.tsx --outDir dist/ssr` the server's rendering. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), templateOnTop()],
  publicDir: isSsrBuild === true ? false : 'src/web/public',
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    ...(isSsrBuild !== true && {
      outDir: 'dist/client',
      manifest: true,
      rolldownOptions: { input: 'src/web/index.html' },
    }),
  },
}))
