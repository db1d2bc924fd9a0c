// npm run bench: every figure beside its yardstick, from one run on this machine. Arguments choose some of them.
import { checkNode, ensureBuilt, ensureInstalled, run } from './toolchain.mjs'

checkNode()
ensureInstalled()
ensureBuilt()
run('npx', ['tsx', 'bench/run.ts', ...process.argv.slice(2)])
