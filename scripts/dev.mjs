// npm run dev: rebuilds the browser's side and restarts the server whenever a file changes.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureBuilt, ensureInstalled, root, run } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()
run(process.execPath, [join(root, 'packages', 'embedded-mongo', 'build.mjs')])
/** @type {[string, string[]][]} */
const commands = [
  ['npx', ['vite', 'build', '--watch', '--logLevel', 'warn', '--emptyOutDir', 'false']],
  [
    'npx',
    ['vite', 'build', '--watch', '--logLevel', 'warn', '--ssr', 'src/web/entry-server.tsx', '--outDir', 'dist/ssr'],
  ],
  ['npx', ['tsx', 'watch', '--clear-screen=false', 'src/main.ts']],
]
const children = commands.map(([command, args]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } }),
)
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
children.forEach((child) => child.on('exit', stop))
