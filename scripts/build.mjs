// Builds the embedded database, the browser's side, its server rendering, the server, and the list of what they are made of.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { keepFormerBuild } from './former-build.mjs'
import { packFiles } from './pack-files.mjs'
import { ensureInstalled, markBuilt, root, run } from './toolchain.mjs'

ensureInstalled()
const dist = join(root, 'dist')
keepFormerBuild(dist)
for (const name of readdirSync(dist)) if (name !== 'former') rmSync(join(dist, name), { recursive: true })
run(process.execPath, [join(root, 'packages', 'embedded-mongo', 'build.mjs')])
run('npx', ['tsx', 'scripts/draw-pictures.ts'])
run('npx', ['vite', 'build', '--logLevel', 'warn'])
run('npx', ['vite', 'build', '--logLevel', 'warn', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/ssr'])
packFiles(join(dist, 'client'))
writeBillOfMaterials(dist)

const { build } = await import('esbuild')
const { hashCatalogCode } = await import('./catalog-code.mjs')
await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts', data: 'src/data.ts' },
  outdir: 'dist/server',
  bundle: true,
  // Parts that are loaded only where they are needed (the queue on Redis) stay files of their own.
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  define: { CATALOG_CODE: JSON.stringify(await hashCatalogCode()) },
  sourcemap: true,
  logLevel: 'warning',
})
// A thread's own file, which is started by its address beside the server's.
await build({
  absWorkingDir: root,
  entryPoints: ['src/modules/admin/imports/reading/workbook-worker.mjs'],
  outfile: 'dist/server/workbook-worker.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})
markBuilt()
