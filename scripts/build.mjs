// Builds the embedded database, the browser's side, its server rendering, and the server.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, markBuilt, root, run } from './toolchain.mjs'

ensureInstalled()
rmSync(join(root, 'dist'), { recursive: true, force: true })
run(process.execPath, [join(root, 'packages', 'embedded-mongo', 'build.mjs')])
run('npx', ['tsx', 'scripts/draw-pictures.ts'])
run('npx', ['vite', 'build', '--logLevel', 'warn'])
run('npx', ['vite', 'build', '--logLevel', 'warn', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/ssr'])

const { build } = await import('esbuild')
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist/server',
  bundle: true,
  // Parts that are loaded only where they are needed (the queue on Redis) stay files of their own.
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
})
markBuilt()
