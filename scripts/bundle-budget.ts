// npx tsx scripts/bundle-budget.ts: what each screen's scripts weigh as the shop sends them, and how many files they are,
// read from the build. The budget is for brotli; gzip, for the few browsers that take no brotli, stands beside it. Ends
// with 1 above the budget.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In bytes of brotli. 1 kB is 1,000 bytes. */
const FIRST_LOAD_OF_HOME = 112_000
const ANY_FURTHER_SCREEN = 40_000
/** Beside those of the shell. Each takes a phone time of its own, however small it is (chunk-groups.ts). */
const MOST_FILES = 16

const HOME = 'src/web/app/pages/home-page.tsx'
const PAGE = /^src\/web\/app\/pages\/([^/]+)-page\.tsx$/
const client = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'client')
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
      `${String(files).padStart(7)} files${files > MOST_FILES ? '  TOO MANY' : ''}`,
  )
}
const styles = [...new Set(Object.values(manifest).flatMap((entry) => entry.css ?? []))]
console.log(`${'styles'.padEnd(16)}${kB(styles.reduce((total, file) => total + weigh(file, 'br'), 0))}`)
process.exitCode = rows.some(({ isOver, files }) => isOver || files > MOST_FILES) ? 1 : 0
