import { afterAll, beforeAll, expect, it } from 'vitest'
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
