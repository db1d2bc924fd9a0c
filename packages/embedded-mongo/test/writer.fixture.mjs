// A process of its own that writes until it is killed, and says on standard output what has been acknowledged.
import { MongoClient } from 'mongodb'
import { pathToFileURL } from 'node:url'

const [entry, dataDir, round] = process.argv.slice(2)
const { startEmbeddedMongo } = await import(pathToFileURL(entry).href)
const { uri } = await startEmbeddedMongo({ dataDir, durability: 'process-crash-safe' })
const client = await MongoClient.connect(uri)
const db = client.db()
const say = (line) => new Promise((resolve) => process.stdout.write(`${line}\n`, resolve))
await say(`uri ${uri}`)

async function insertAndCount(writer) {
  for (let i = 0; ; i++) {
    const key = `${round}-${writer}-${i}`
    await db.collection('rows').insertOne({ _id: key, filling: 'x'.repeat(500) })
    await db.collection('counters').updateOne({ _id: writer }, { $inc: { value: 1 } }, { upsert: true })
    await say(`row ${key}`)
  }
}

async function sell(writer) {
  for (let i = 0; ; i++) {
    const key = `${round}-${writer}-${i}`
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await db.collection('stock').updateOne({ _id: 1 }, { $inc: { sold: 1 } }, { session, upsert: true })
        await db.collection('orders').insertOne({ _id: key }, { session })
      }),
    )
    await say(`order ${key}`)
  }
}

await Promise.all([insertAndCount('a'), insertAndCount('b'), insertAndCount('c'), sell('d'), sell('e')])
