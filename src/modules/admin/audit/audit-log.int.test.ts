import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { AuditLog } from './audit.api.ts'
import { createAuditLog } from './audit-log.ts'

const ENTRIES = 1030
let db: TestDatabase
let log: AuditLog
beforeAll(async () => {
  db = await openTestDatabase()
  log = createAuditLog(db.database, systemClock)
  await db.database.buildIndexes()
  const stored = Array.from({ length: ENTRIES }, (_, i) => ({
    _id: `entry-${i}`,
    at: new Date(Date.UTC(2026, 0, 1) - i * 60_000),
    action: 'product.updated',
    subject: `product ${i}`,
    address: '127.0.0.1',
    changes: [],
    words: ['product', 'updated', String(i)],
  }))
  await db.database.connection.collection<(typeof stored)[number]>('audit_log').insertMany(stored)
})
afterAll(() => db.drop())

const find = async (query: { readonly search?: string; readonly offset: number }) => {
  const { entries, total } = await log.list({ ...query, limit: 20 })
  return { subjects: entries.map(({ subject }) => subject), total }
}

describe('the staff log', () => {
  it('counts a search that finds few entries', async () => {
    expect(await find({ search: 'product 7', offset: 0 })).toEqual({ subjects: ['product 7'], total: 1 })
    expect(await find({ search: 'nothing', offset: 0 })).toEqual({ subjects: [], total: 0 })
  })

  it('counts no more than 1,000 entries of a search, and has no pages behind them', async () => {
    expect(await find({ search: 'product updated', offset: 980 })).toMatchObject({ total: 1000 })
    expect((await find({ search: 'product updated', offset: 980 })).subjects).toHaveLength(20)
    expect(await find({ search: 'product updated', offset: 1000 })).toEqual({ subjects: [], total: 1000 })
  })

  it('has pages for all entries without a search', async () => {
    const { subjects, total } = await find({ offset: 1020 })
    expect(subjects).toEqual(Array.from({ length: 10 }, (_, i) => `product ${1020 + i}`))
    expect(total).toBe(ENTRIES)
  })

  it('knows the last entry of an action on a subject until a time', async () => {
    const [first] = await log.listOfSubject('product 3', 1)
    const asked = { subject: 'product 3', action: 'product.updated', until: first?.at ?? new Date() }
    expect(await log.findLatest(asked)).toEqual(first)
    for (const other of [{ subject: 'product' }, { action: 'product' }, { until: new Date(asked.until.getTime() - 1) }])
      expect(await log.findLatest({ ...asked, ...other })).toBeNull()
    const by = { person: null, address: '127.0.0.1' }
    await log.record(null, { action: asked.action, subject: asked.subject, by })
    expect(await log.findLatest(asked)).toEqual(first)
    const [latest] = await log.listOfSubject('product 3', 1)
    expect(await log.findLatest({ ...asked, until: latest?.at ?? asked.until })).toEqual(latest)
  })
})
