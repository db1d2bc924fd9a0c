// npm start: installs and builds what is missing or stale, then runs the shop. `--role=worker` runs a worker.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, nodeArguments } from './runtime.mjs'
import { checkNode, ensureBuilt, ensureInstalled, root } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()
const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice('--role='.length)
const shop = spawn(process.execPath, [...nodeArguments, join(root, 'dist', 'server', 'main.js')], {
  cwd: root,
  stdio: 'inherit',
  env: role === undefined ? environment : { ...environment, ROLE: role },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => shop.kill(signal))
// Told to end, npm ends the shell between itself and us and nobody else: without this the shop would go on alone.
const parent = process.ppid
const isNpms = ['start', 'worker'].includes(process.env.npm_lifecycle_event ?? '')
const watch = setInterval(() => {
  if (!isNpms || process.ppid === parent) return
  clearInterval(watch)
  shop.kill('SIGTERM')
}, 500)
shop.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
