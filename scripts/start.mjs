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
shop.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1))
