import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createLoginCodeRepository, type LoginCodeRepository } from './login-code.repository.ts'

// Not in the past: the database deletes what has expired by its own clock.
const NOW = new Date()
const IN_TEN_MINUTES = new Date(NOW.getTime() + 600_000)

let db: TestDatabase
let codes: LoginCodeRepository
beforeAll(async () => {
  db = await openTestDatabase()
  codes = createLoginCodeRepository(db.database)
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

const KEYS = ['a browser', 'an address']
const open = (requestId = 'a request') =>
  db.database.transaction((tx) => codes.open(tx, KEYS, { requestId, expiresAt: IN_TEN_MINUTES }))

it('a code that was asked for ends the one before at once, also before its own mail is written', async () => {
  await open()
  expect(await codes.setCode(KEYS, 'a request', 'the first', NOW)).toBe(true)
  expect(await codes.countTry('an address', NOW)).toEqual({ codeDigest: 'the first', tries: 1 })
  await open()
  expect(await codes.countTry('an address', NOW)).toEqual({ codeDigest: null, tries: 1 })
  expect(await db.database.transaction((tx) => codes.use(tx, 'an address', 'the first'))).toBe(false)
})

it('a code that is used in one row ends in the other', async () => {
  await open()
  await codes.setCode(KEYS, 'a request', 'the second', NOW)
  const use = (key: string) => db.database.transaction((tx) => codes.use(tx, key, 'the second'))
  expect(await use('another browser')).toBe(false)
  expect(await use('an address')).toBe(true)
  expect(await use('a browser')).toBe(false)
  expect(await codes.countTry('a browser', NOW)).toBe('expired')
})

it('a code whose mail is written late does not take the place of one that was asked for after it', async () => {
  await open('the first request')
  await open('the second request')
  expect(await codes.setCode(KEYS, 'the second request', 'the newer', NOW)).toBe(true)
  expect(await codes.setCode(KEYS, 'the first request', 'the older', NOW)).toBe(false)
  expect(await codes.countTry('a browser', NOW)).toEqual({ codeDigest: 'the newer', tries: 1 })
  expect(await codes.countTry('an address', NOW)).toEqual({ codeDigest: 'the newer', tries: 1 })
})

it('a code whose mail is written after ten minutes does not count', async () => {
  await open()
  expect(await codes.setCode(KEYS, 'a request', 'the late one', IN_TEN_MINUTES)).toBe(false)
})
