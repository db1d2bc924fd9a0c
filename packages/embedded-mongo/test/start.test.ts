import { rmSync } from 'node:fs'
import { type Document, MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { start, temporaryFolder } from './fixture.ts'

it('lets clients connect while it reads the documents, and answers them from all of these', async () => {
  const dataDir = temporaryFolder()
  const first = await start({ dataDir, durability: 'process-crash-safe' })
  const filling = await MongoClient.connect(first.uri)
  const rows = filling.db().collection<Document & { _id: number }>('rows')
  await rows.createIndex({ span: 1 }, { name: 'span' })
  await rows.createIndex({ other: 1 }, { name: 'other' })
  // Enough to be read in several pieces.
  for (let from = 0; from < 40_000; from += 10_000)
    await rows.insertMany(
      Array.from({ length: 10_000 }, (_, i) => ({ _id: from + i, span: (from + i) % 7, other: (from + i) % 5 })),
    )
  await filling.close()
  await first.stop()

  const order: string[] = []
  let found: Promise<readonly number[]> | undefined
  const ask = async (uri: string): Promise<readonly number[]> => {
    const client = await MongoClient.connect(uri)
    order.push('connected')
    const asked = client.db().collection('rows')
    const counts = [asked.countDocuments(), asked.countDocuments({ span: 3 }), asked.countDocuments({ other: 3 })]
    try {
      return await Promise.all(counts)
    } finally {
      await client.close()
    }
  }
  const onListening = (uri: string): void => {
    order.push('listening')
    found = ask(uri)
  }
  const second = await start({ dataDir, durability: 'process-crash-safe', readyIndexes: ['span'], onListening })
  order.push('open')
  expect(await found).toEqual([40_000, 5714, 8000])
  expect(order[0]).toBe('listening')

  const client = await MongoClient.connect(second.uri)
  const again = client.db().collection<Document & { _id: number }>('rows')
  await again.updateOne({ _id: 3 }, { $set: { span: 100 } })
  await again.deleteOne({ _id: 10 })
  expect(await again.find({ span: 100 }).toArray()).toMatchObject([{ _id: 3 }])
  expect(await again.countDocuments({ span: 3 })).toBe(5712)
  await client.close()
  await second.stop()
  rmSync(dataDir, { recursive: true })
})
