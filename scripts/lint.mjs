// npm run lint: types, line breaks, linter, module boundaries, unused code. Every check runs, so that one run names all problems.
import { spawnSync } from 'node:child_process'
import { checkNode, ensureInstalled, root } from './toolchain.mjs'

checkNode()
ensureInstalled()
/** @type {[string, string[]][]} */
const checks = [
  ['types', ['tsc', '--noEmit']],
  ['format (npx oxfmt mends it)', ['oxfmt', '--check']],
  ['linter', ['oxlint', '--deny-warnings']],
  [
    'module boundaries',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'packages', 'scripts', 'bench', 'e2e'],
  ],
  ['unused code', ['knip']],
]
const failed = checks.filter(([name, args]) => {
  console.log(`\n— ${name}`)
  return spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) console.error(`\nNot clean: ${failed.map(([name]) => name).join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
