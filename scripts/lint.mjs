// npm run lint: types, line breaks, linter, module boundaries, unused code. Every check runs, so that one run names all
// problems; the checks run side by side, and each prints what it found when it ends.
import { spawn } from 'node:child_process'
import { checkNode, ensureInstalled, root, toolPath } from './toolchain.mjs'

checkNode()
ensureInstalled()
/** @type {[string, string[]][]} */
const checks = [
  // One checker reads every type once. The four of the default read most of them each for itself, and what they say of
  // mongoose's largest types depends on which of them comes to a file first.
  ['types', ['tsc', '--noEmit', '--checkers', '1']],
  ['format (npx oxfmt corrects it)', ['oxfmt', '--check']],
  ['linter', ['oxlint', '--deny-warnings']],
  [
    'module boundaries',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'packages', 'scripts', 'bench', 'e2e'],
  ],
  ['unused code', ['knip']],
]
/**
 * Runs a check.
 * @param {[string, string[]]} check
 * @returns {Promise<string[]>} its name when it failed
 */
function run([name, [tool = '', ...args]]) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(toolPath(tool), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => void (output += piece))
    child.on('close', (code) => {
      console.log(`\n— ${name}\n${output.trimEnd()}`)
      resolve(code === 0 ? [] : [name])
    })
  })
}

const failed = (await Promise.all(checks.map(run))).flat()
if (failed.length > 0) console.error(`\nNot clean: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
