// npm start: installs and builds what is missing or stale, then becomes the shop. `--role=worker` runs a worker.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { environment, hasEnvironment } from './runtime.mjs'
import { checkNode, ensureBuilt, ensureInstalled, root } from './toolchain.mjs'

/**
 * Told to end, npm ends the shell between itself and this process and nobody else: without a look at it the shop would go
 * on alone.
 */
const isStartedByNpm = ['start', 'worker'].includes(process.env.npm_lifecycle_event ?? '')
const parent = process.ppid
const isLeftAlone = () => isStartedByNpm && process.ppid !== parent

checkNode()
ensureInstalled()
ensureBuilt()
// That may have taken a while, and who begins anew takes whoever is its parent by then for npm's shell.
if (isLeftAlone()) process.exit()
// Newer versions of Node can begin anew in the same process, with the allocator's settings; older ones do without.
const { execve } = /** @type {{ execve?: (file: string, args: string[], env: NodeJS.ProcessEnv) => void }} */ (process)
if (!hasEnvironment)
  execve?.call(
    process,
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  )

if (isStartedByNpm) {
  const watch = setInterval(() => {
    if (!isLeftAlone()) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
const role = process.argv.find((argument) => argument.startsWith('--role='))?.slice('--role='.length)
if (role !== undefined) process.env.ROLE = role
process.chdir(root)
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href)
