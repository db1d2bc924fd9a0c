// npx tsx scripts/bundle-budget.ts: what each screen's scripts weigh as the shop sends them, and how many files they are,
// read from the build. The budget is for brotli; gzip, for the few browsers that take no brotli, stands beside it. Then
// what a start of the server reads. Ends with 1 above the budget, or when the code that a start needs was not kept.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In bytes of brotli. 1 kB is 1,000 bytes. */
const FIRST_LOAD_OF_HOME = 112_000
const ANY_FURTHER_SCREEN = 40_000
/** Beside those of the shell. Each takes a phone time of its own, however small it is (chunk-groups.ts). */
const MAX_FILES = 16

/**
 * The text of the server with its libraries, and what V8 made of the functions that a start and a first visitor run: what
 * is in them, a start reads and the process keeps (docs/decisions/0022-a-start-reads-compiled-code.md).
 */
const READ_BY_A_START = { 'shop.js': 5_000_000, 'shop.js.compiled': 5_500_000 }

const HOME = 'src/web/app/pages/home-page.tsx'
const PAGE = /^src\/web\/app\/pages\/([^/]+)-page\.tsx$/
const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist')
const client = join(dist, 'client')
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>

type Packing = 'br' | 'gz'

/** Bytes of a file as it is sent: files that are too small to gain from it are not compressed. */
function weigh(file: string, packing: Packing): number {
  const path = join(client, file)
  return statSync(existsSync(`${path}.${packing}`) ? `${path}.${packing}` : path).size
}

/** Script files of a manifest entry and everything that it imports at once. */
function filesOf(key: string, seen = new Set<string>()): ReadonlySet<string> {
  const entry = manifest[key]
  if (entry === undefined || seen.has(entry.file)) return seen
  seen.add(entry.file)
  for (const imported of entry.imports ?? []) filesOf(imported, seen)
  return seen
}

const sum = (files: Iterable<string>, packing: Packing): number =>
  [...files].filter((file) => file.endsWith('.js')).reduce((total, file) => total + weigh(file, packing), 0)
const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
if (entryKey === undefined) throw new Error('The manifest names no entry: build the client first')

/** The entry loads the rest of the shell in steps. */
const shell = new Set([entryKey, ...(manifest[entryKey]?.dynamicImports ?? [])].flatMap((key) => [...filesOf(key)]))
const rows = Object.keys(manifest)
  .filter((key) => PAGE.test(key))
  .map((key) => {
    const all = new Set([...shell, ...filesOf(key)])
    const added = [...all].filter((file) => !shell.has(file))
    const isHome = key === HOME
    const budget = isHome ? FIRST_LOAD_OF_HOME : ANY_FURTHER_SCREEN
    return {
      screen: PAGE.exec(key)?.[1] ?? key,
      first: sum(all, 'br'),
      firstInGzip: sum(all, 'gz'),
      added: sum(added, 'br'),
      files: added.filter((file) => file.endsWith('.js')).length,
      budget: `${kB(budget)} ${isHome ? 'in all' : 'added'}`,
      isOver: sum(isHome ? all : added, 'br') > budget,
    }
  })
  .toSorted((one, other) => other.first - one.first)
if (!rows.some(({ screen }) => screen === 'home')) throw new Error('The manifest has no home page')

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
}
console.log(`${'screen'.padEnd(16)}    in all    (gzip)     added     budget`)
console.log(`${'(shell)'.padEnd(16)}${kB(sum(shell, 'br'))}${kB(sum(shell, 'gz'))}`)
for (const { screen, first, firstInGzip, added, files, budget, isOver } of rows) {
  console.log(
    `${screen.padEnd(16)}${kB(first)}${kB(firstInGzip)}${kB(added)} ${budget}${isOver ? '  OVER BUDGET' : ''}` +
      `${String(files).padStart(7)} files${files > MAX_FILES ? '  TOO MANY' : ''}`,
  )
}
const styles = [...new Set(Object.values(manifest).flatMap((entry) => entry.css ?? []))]
console.log(`${'styles'.padEnd(16)}${kB(styles.reduce((total, file) => total + weigh(file, 'br'), 0))}`)
const server = Object.entries(READ_BY_A_START).map(([file, budget]) => {
  const path = join(dist, 'server', file)
  const size = existsSync(path) ? statSync(path).size : null
  const problem = size === null ? '  MISSING' : size > budget ? '  OVER BUDGET' : ''
  console.log(`${file.padEnd(16)}${kB(size ?? 0)} ${kB(budget)} read by a start${problem}`)
  return problem
})
const isOver = rows.some((row) => row.isOver || row.files > MAX_FILES) || server.some((problem) => problem !== '')
process.exitCode = isOver ? 1 : 0
