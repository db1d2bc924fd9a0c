// npm run bench [-- part …]: measures the shop beside its yardsticks (docs/bench.md).
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Part } from './part.ts'
import { hour } from './parts/hour.ts'
import { imports } from './parts/imports.ts'
import { neighbor } from './parts/neighbor.ts'
import { orders } from './parts/orders.ts'
import { pagesAnew } from './parts/pages-anew.ts'
import { phone } from './parts/phone.ts'
import { processes } from './parts/processes.ts'
import { hotReads, variedReads } from './parts/reads.ts'
import { scripts } from './parts/scripts.ts'
import { search } from './parts/search.ts'
import { selling } from './parts/selling.ts'
import { memory, start } from './parts/start.ts'
import { stopLeftProcesses } from './process.ts'
import { printHeader, printRow, type Measurement } from './report.ts'
import { openShops, type ProductCount } from './shops.ts'

const PARTS: readonly Part[] = [
  variedReads,
  hotReads,
  search,
  pagesAnew,
  selling,
  neighbor,
  orders,
  imports,
  start,
  memory,
  scripts,
  phone,
  processes,
  hour,
]
const SIZES: readonly ProductCount[] = [1_000, 100_000]
/** In less time a process still fills what it keeps, which looks like a leak. */
const LEAST_MINUTES = 5
const RESULTS = 'bench/results.json'

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    products: { type: 'string' },
    minutes: { type: 'string', default: '60' },
  },
})
const minutes = Number(options.minutes)
const sizes = SIZES.filter((size) => options.products === undefined || options.products === String(size))
const isUnderstood =
  sizes.length > 0 &&
  minutes >= LEAST_MINUTES &&
  names.every((name) => name === 'all' || PARTS.some((part) => part.name === name))
if (options.list || !isUnderstood) {
  console.log('npm run bench -- [part …] [--products=1000|100000] [--minutes=60]')
  for (const { name, what, byDefault } of PARTS) console.log(`${byDefault ? '*' : ' '} ${name.padEnd(14)}${what}`)
  console.log('Without names the parts with a star run; "all" runs every part.')
  process.exit(isUnderstood ? 0 : 1)
}
const chosen = PARTS.filter(({ name, byDefault }) =>
  names.length === 0 ? byDefault : names.includes(name) || names.includes('all'),
)
const figures: (Measurement & { readonly part: string })[] = []
const shops = openShops(sizes)
try {
  for (const part of chosen) {
    console.log(`\n${part.name}: ${part.what}`)
    const began = performance.now()
    printHeader()
    try {
      for await (const figure of part.run(shops, { minutes })) {
        printRow(figure)
        figures.push({ part: part.name, ...figure })
      }
    } catch (error) {
      console.error(`${part.name} could not be measured to its end:`, error)
      process.exitCode = 1
    }
    console.log(`(${Math.round((performance.now() - began) / 1000)} s)`)
  }
} finally {
  await shops.close()
  await stopLeftProcesses()
}
const missed = figures.filter(({ reached }) => reached === false).length
if (missed > 0) process.exitCode = 1
console.log(`\n${figures.length} figures, ${missed} short of their target; ${RESULTS} has them all.`)
writeFileSync(
  RESULTS,
  `${JSON.stringify({ node: process.version, measuredAt: new Date().toISOString(), figures }, null, 2)}\n`,
)
