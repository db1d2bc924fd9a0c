// npm run dev: runs the shop from its sources. Vite, inside the server, replaces changed modules in the browser; tsx
// restarts the server when a file of its own changes, and the built-in database is bundled again when it has changed.
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { checkNode, ensureInstalled, root, run, toolPath } from './toolchain.mjs'

const database = join(root, 'packages', 'embedded-mongo')

checkNode()
ensureInstalled()
run(process.execPath, [join(database, 'build.mjs')])
if (!existsSync(join(root, 'dist', 'pictures'))) run(toolPath('tsx'), ['scripts/draw-pictures.ts'])

const server = spawn(
  process.execPath,
  [
    join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    `--include=${join(database, 'dist', '*.cjs')}`,
    'src/main.ts',
    '--vite',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } },
)
/** @type {NodeJS.Timeout | undefined} */
let bundling
const sources = watch(join(database, 'src'), { recursive: true }, () => {
  // Editors write a file in several steps.
  clearTimeout(bundling)
  bundling = setTimeout(() => spawn(process.execPath, [join(database, 'build.mjs')], { stdio: 'inherit' }), 100)
})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => {
  sources.close()
  clearTimeout(bundling)
  process.exitCode = code ?? 1
})
