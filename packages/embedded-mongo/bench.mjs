// Prints the figures of the README: node bench.mjs [documents]. Client and server share one process, as in the shop.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { startEmbeddedMongo } from './dist/index.js'

const documents = Number(process.argv[2] ?? 50_000)
const clients = 64
const orders = 2_000
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'))
const durability = process.env.DURABILITY ?? 'power-loss-safe'
let server = await startEmbeddedMongo({ dataDir, durability })
let client = await MongoClient.connect(server.uri, { maxPoolSize: 64 })
let db = client.db()
const log = (label, value) => console.log(label.padEnd(64), value)
const seconds = async (run) => {
  const start = performance.now()
  await run()
  return (performance.now() - start) / 1000
}
const rss = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`
log('memory, empty', rss())

const product = (i) => ({
  _id: i,
  sku: `SKU-${i}`,
  brand: ['HP', 'Canon', 'Epson', 'Brother'][i % 4],
  name: `Printer ${i}`,
  category: `category-${i % 6}`,
  priceCents: 1000 + ((i * 37) % 90000),
  stockQuantity: 1_000_000,
  inStock: i % 7 > 0,
  featured: i % 50 === 0,
  description: 'A printer for the office. '.repeat(30),
  createdAt: new Date(),
  features: ['Duplex', 'WLAN', 'AirPrint', 'Scanner'],
  specifications: { speed: '38 ppm', resolution: '1200 dpi', memory: '256 MB', paper: 'A4, A5, Letter' },
  images: ['/a.webp', '/b.webp'],
})
const products = db.collection('products')
await products.createIndexes([
  { key: { sku: 1 }, unique: true, sparse: true },
  { key: { brand: 1, name: 1 } },
  { key: { category: 1 } },
])
const batches = Array.from({ length: Math.ceil(documents / 1000) }, (_, i) =>
  Array.from({ length: Math.min(1000, documents - i * 1000) }, (_, j) => product(i * 1000 + j)),
)
const upserts = (rows, price) =>
  products.bulkWrite(
    rows.map(({ _id, sku, ...row }) => ({
      updateOne: {
        filter: { sku },
        update: { $set: { ...row, priceCents: price }, $setOnInsert: { _id } },
        upsert: true,
      },
    })),
    { ordered: false },
  )
log(
  'upserts by unique key, inserting, a second',
  Math.round(
    documents /
      (await seconds(async () => {
        for (const rows of batches) await upserts(rows, 1)
      })),
  ),
)
log(
  'upserts by unique key, updating, a second',
  Math.round(
    documents /
      (await seconds(async () => {
        for (const rows of batches) await upserts(rows, 2)
      })),
  ),
)
const copies = db.collection('copies')
log(
  'insertMany, a second',
  Math.round(
    10_000 /
      (await seconds(async () => {
        for (const rows of batches.slice(0, 10)) await copies.insertMany(rows)
      })),
  ),
)
await copies.drop()
log(`memory, ${documents} documents just written`, rss())

const timed = async (label, run, times = 20) => {
  await run()
  log(
    label,
    `${(
      ((await seconds(async () => {
        for (let i = 0; i < times; i++) await run()
      })) /
        times) *
      1000
    ).toFixed(2)} ms`,
  )
}
await timed('find by _id', () => products.findOne({ _id: 17 }), 500)
await timed('page of 24 by index, sorted', () =>
  products.find({ category: 'category-3' }).sort({ priceCents: 1, _id: 1 }).limit(24).toArray(),
)
await timed('page of 24 by scan, sorted', () =>
  products
    .find({ priceCents: { $gte: 1 }, inStock: true })
    .sort({ name: 1 })
    .limit(24)
    .toArray(),
)
await timed('count with a range', () => products.countDocuments({ stockQuantity: { $gte: 5 } }))
await timed('group everything by brand', () =>
  products.aggregate([{ $group: { _id: '$brand', n: { $sum: 1 }, stock: { $sum: '$stockQuantity' } } }]).toArray(),
)
await timed('everything, whole documents', () => products.find().toArray(), 2)

let tried = 0
const place = async (i) => {
  const lines = [...new Set([(i * 7) % 20, (i * 13) % 20, (i * 3 + 1) % 20])]
    .slice(0, 1 + (i % 3))
    .sort((a, b) => a - b)
  await client.withSession((session) =>
    session.withTransaction(async () => {
      tried += 1
      for (const _id of lines) {
        const { modifiedCount } = await products.updateOne(
          { _id, stockQuantity: { $gte: 1 } },
          { $inc: { stockQuantity: -1 } },
          { session },
        )
        if (modifiedCount !== 1) throw new Error('out of stock')
      }
      await db.collection('orders').insertOne({ number: i, lines, total: 100, at: new Date() }, { session })
      await db.collection('outbox').insertMany(
        [
          { job: 'mail', i },
          { job: 'status', i },
        ],
        { session },
      )
      await db.collection('idempotency_keys').insertOne({ _id: `key-${i}` }, { session })
    }),
  )
}
let next = 0
const latencies = []
const spent = await seconds(() =>
  Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < orders) {
        const i = next++
        latencies.push(await seconds(() => place(i)))
      }
    }),
  ),
)
latencies.sort((a, b) => a - b)
log(`orders, ${clients} at once over 20 products, a second`, Math.round(orders / spent))
log('  transactions begun per order', (tried / orders).toFixed(2))
log(
  '  p50 and p99',
  `${Math.round(latencies[orders / 2] * 1000)} ms, ${Math.round(latencies[Math.floor(orders * 0.99)] * 1000)} ms`,
)
const sold = (await products.find({ _id: { $lt: 20 } }).toArray()).reduce(
  (sum, { stockQuantity }) => sum + 1_000_000 - stockQuantity,
  0,
)
const ordered = (await db.collection('orders').find().toArray()).reduce((sum, { lines }) => sum + lines.length, 0)
log('  pieces sold and pieces ordered', `${sold} ${ordered}`)

await client.close()
await server.stop()
log(
  `start with ${documents} documents`,
  `${Math.round(
    1000 *
      (await seconds(async () => {
        server = await startEmbeddedMongo({ dataDir, durability })
      })),
  )} ms`,
)
log('memory', rss())
await server.stop()
rmSync(dataDir, { recursive: true })
