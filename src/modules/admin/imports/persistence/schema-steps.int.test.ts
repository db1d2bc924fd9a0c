import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { runSchemaSteps } from '#platform/database/schema-steps'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { expiryOf } from '../rules/kept-until.ts'
import { importSchemaSteps } from './schema-steps.ts'

interface StoredRow {
  _id: string
  rows?: object[]
  importId?: string
  fileId?: string
  expiresAt?: Date
}

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

it('imports that were stored without an expiry or a format get those that they would have today', async () => {
  const { connection } = db.database
  const rows = connection.collection<StoredRow>('import_rows')
  const files = connection.collection<StoredRow>('import_files')
  const startedAt = new Date('2026-02-03T04:05:06Z')
  const columns = [{ header: 'name', samples: ['A'], field: 'name' }]
  const kept = new Date('2027-01-01T00:00:00Z')
  await connection
    .collection<{ _id: string; preview: boolean; columns: object[]; createdAt: Date; startedAt: Date | null }>(
      'imports',
    )
    .insertMany([
      { _id: 'old', preview: false, columns, createdAt: startedAt, startedAt },
      { _id: 'old-preview', preview: true, columns: [], createdAt: startedAt, startedAt: null },
    ])
  await rows.insertMany([
    { _id: 'old:1:1', importId: 'old', rows: [] },
    { _id: 'old:1:501', importId: 'old', rows: [] },
    { _id: 'old-preview:1:1', importId: 'old-preview', rows: [] },
    { _id: 'new:1:1', importId: 'new', expiresAt: kept, rows: [] },
  ])
  await files.insertMany([
    { _id: 'old:0', fileId: 'old' },
    { _id: 'new:0', fileId: 'new', expiresAt: kept },
  ])

  const steps = importSchemaSteps(db.database, systemClock)
  await runSchemaSteps({ database: db.database, logger: createLogger('silent'), steps })

  expect(await connection.collection<{ _id: string }>('imports').findOne({ _id: 'old' })).toMatchObject({
    encoding: 'utf-8',
    headerLine: 1,
    categories: [],
    supplier: null,
    left: 0,
    mends: [],
    columns: [{ header: 'name', field: 'name', numbers: null, values: [] }],
  })
  const imported = expiryOf(startedAt, 'imported')
  const expiries = async (stored: typeof rows) =>
    Object.fromEntries((await stored.find({}).toArray()).map((row) => [row._id, row.expiresAt]))
  expect(await expiries(rows)).toEqual({
    'old:1:1': imported,
    'old:1:501': imported,
    'old-preview:1:1': expiryOf(startedAt, 'preview'),
    'new:1:1': kept,
  })
  expect(await expiries(files)).toEqual({ 'old:0': imported, 'new:0': kept })
})
