import { writeFileSync } from 'node:fs'
import { benchImports } from './imports.ts'
import { benchOrders } from './orders.ts'
import { benchPages } from './pages.ts'
import { openFolder } from './prepare.ts'
import { benchReads } from './reads.ts'
import { printTable, type Measurement } from './report.ts'
import { benchSearch } from './search.ts'

/**
 * All measurements of one run on this machine. Names as arguments run only those: reads, start, orders, imports, search, pages.
 * BENCH_MONGODB_URI names a replica set with which the imports are measured a second time.
 * Absolute measurements vary from machine to machine; ratios to a yardstick of the same run are what counts.
 */
const wanted = process.argv.slice(2)
const runs = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
const measurements: Measurement[] = []

const folder = await openFolder()
const first = await folder.start()
await first.stop()
await folder.change(async (client, name) => {
  await client
    .db(name)
    .collection('products')
    .updateMany({ stockQuantity: { $gt: 0 } }, { $set: { stockQuantity: 100_000 } })
})
const shop = await folder.start()
if (runs('start')) {
  measurements.push({
    what: 'start with data',
    value: shop.startMs,
    unit: 'ms',
    target: '≤ 3,000 ms',
    reached: shop.startMs <= 3_000,
  })
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const memory = shop.memoryMb()
  measurements.push({
    what: 'idle memory, built-in database included',
    value: memory,
    unit: 'MB',
    target: '≤ 180 MB',
    reached: memory <= 180,
  })
}
if (runs('reads')) measurements.push(...(await benchReads(shop)))
if (runs('pages')) measurements.push(...(await benchPages(shop)))
if (runs('orders')) measurements.push(...(await benchOrders(shop)))
await shop.stop()
await folder.remove()
if (runs('imports')) measurements.push(...(await benchImports()))
const elsewhere = process.env.BENCH_MONGODB_URI
if (runs('imports') && elsewhere !== undefined && elsewhere !== '') {
  measurements.push(
    ...(await benchImports(elsewhere)).map((figure) => ({ ...figure, what: `${figure.what}, database elsewhere` })),
  )
}
if (runs('search')) for (const count of [10_000, 100_000]) measurements.push(...(await benchSearch(count)))

printTable(measurements)
writeFileSync(
  'bench/results.json',
  `${JSON.stringify({ node: process.version, measuredAt: new Date().toISOString(), figures: measurements }, null, 2)}\n`,
)
