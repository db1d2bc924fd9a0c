import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createImageRepository } from './image.repository.ts'

let db: TestDatabase
beforeAll(async () => void (db = await openTestDatabase()))
afterAll(() => db.drop())

it('marks and removes more pictures at once than the database takes in one command', async () => {
  const images = createImageRepository(db.database)
  // Long ones, so that a few thousand are enough.
  const names = Array.from({ length: 3600 }, (_, at) => `${String(at).padStart(5000, '0')}-1600.webp`)
  const picture = { contentType: 'image/webp', body: Buffer.from('picture'), width: 1600, height: 900 }
  const last = names.at(-1) ?? ''
  const now = new Date()
  await db.database.transaction((tx) =>
    images.insertMany(
      tx,
      ['used.webp', last].map((fileName) => ({ ...picture, fileName })),
      now,
    ),
  )
  await images.mark(names, now)
  expect((await images.list()).filter(({ unusedSince }) => unusedSince !== null)).toEqual([
    { fileName: last, unusedSince: now },
  ])
  await images.remove(names)
  expect((await images.list()).map(({ fileName }) => fileName)).toEqual(['used.webp'])
})

it('reads the names of pictures fifty at a time, because the database reads each picture for its name', async () => {
  const uri = new URL(db.uri)
  uri.searchParams.set('monitorCommands', 'true')
  const database = await connectDatabase(uri.href, createLogger('silent'))
  const picture = { contentType: 'image/webp', body: Buffer.from('picture'), width: 1600, height: 900 }
  const names = Array.from({ length: 120 }, (_, at) => `${at}-1600.webp`)
  const images = createImageRepository(database)
  await database.transaction((tx) =>
    images.insertMany(
      tx,
      names.map((fileName) => ({ ...picture, fileName })),
      new Date(),
    ),
  )
  const batches: number[] = []
  database.connection.getClient().on('commandSucceeded', ({ reply }) => {
    const { firstBatch, nextBatch } = (reply as { cursor?: Record<string, unknown[]> }).cursor ?? {}
    batches.push((firstBatch ?? nextBatch ?? []).length)
  })
  const listed = await images.list()
  expect(listed.map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(names))
  expect(Math.max(...batches)).toBe(50)
  await database.close()
})
