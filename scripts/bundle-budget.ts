// npx tsx scripts/bundle-budget.ts: what each screen's script weighs, gzip, read from the built manifest; fails above
// the budget (design, section 12). Run it after a build.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** In bytes of gzip. 1 kB is 1,000 bytes. */
const FIRST_LOAD_OF_HOME = 115_000
const ANY_FURTHER_SCREEN = 40_000

const HOME = 'src/web/app/pages/home-page.tsx'
const PAGE = /^src\/web\/app\/pages\/([^/]+)-page\.tsx$/
const client = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'client')
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>

const weights = new Map<string, number>()
function weigh(file: string): number {
  const weight = weights.get(file) ?? gzipSync(readFileSync(join(client, file))).length
  weights.set(file, weight)
  return weight
}

/** Script files of a manifest entry and everything that it imports at once. */
function filesOf(key: string, seen = new Set<string>()): ReadonlySet<string> {
  const entry = manifest[key]
  if (entry === undefined || seen.has(entry.file)) return seen
  seen.add(entry.file)
  for (const imported of entry.imports ?? []) filesOf(imported, seen)
  return seen
}

const sum = (files: Iterable<string>): number =>
  [...files].filter((file) => file.endsWith('.js')).reduce((total, file) => total + weigh(file), 0)
const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
if (entryKey === undefined) throw new Error('The manifest names no entry: build the client first')

const shell = filesOf(entryKey)
const rows = Object.keys(manifest)
  .filter((key) => PAGE.test(key))
  .map((key) => {
    const files = filesOf(key)
    const added = sum([...files].filter((file) => !shell.has(file)))
    const isHome = key === HOME
    const weight = isHome ? sum(shell) + added : added
    const budget = isHome ? FIRST_LOAD_OF_HOME : ANY_FURTHER_SCREEN
    return { screen: PAGE.exec(key)?.[1] ?? key, weight, budget, isOver: weight > budget, first: sum(shell) + added }
  })
  .toSorted((one, other) => other.first - one.first)
if (!rows.some(({ screen }) => screen === 'home')) throw new Error('The manifest has no home page')

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
console.log(`${'screen'.padEnd(18)}${'in all'.padStart(9)}${'adds'.padStart(10)}${'budget'.padStart(11)}`)
console.log(`${'(shell)'.padEnd(18)}${kB(sum(shell))}`)
for (const { screen, weight, budget, isOver, first } of rows) {
  const added = screen === 'home' ? first - sum(shell) : weight
  const scope = screen === 'home' ? 'in all' : 'adds'
  console.log(`${screen.padEnd(18)}${kB(first)} ${kB(added)} ${kB(budget)} ${scope}${isOver ? '  OVER BUDGET' : ''}`)
}
const styles = new Set(Object.values(manifest).flatMap((entry) => entry.css ?? []))
console.log(`styles${' '.repeat(12)}${kB([...styles].reduce((total, file) => total + weigh(file), 0))}`)
process.exitCode = rows.some(({ isOver }) => isOver) ? 1 : 0
