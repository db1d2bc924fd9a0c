import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../time/durations.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createMailBudget, type MailBudget, type MailRequest } from './mail-budget.ts'

let db: TestDatabase
let now: number
let budget: MailBudget
beforeEach(async () => {
  db = await openTestDatabase()
  // Not in the past: the database deletes what has expired by its own clock.
  now = Date.now()
  budget = openBudget('only for this test')
  await db.database.buildIndexes()
})
afterEach(() => db.drop())

const openBudget = (secret: string) =>
  createMailBudget({ database: db.database, clock: { now: () => new Date(now) }, secret })
const aMail = (fields: Partial<MailRequest> = {}): MailRequest => ({
  jobId: randomUUID(),
  address: 'quire@example.com',
  standing: 'unproved',
  customerId: null,
  ...fields,
})
/** How many of so many mails, one after the other, may go out. */
async function countAllowed(tries: number, fields: (index: number) => Partial<MailRequest> = () => ({})) {
  let allowed = 0
  for (let index = 0; index < tries; index += 1) if (await budget.allows(aMail(fields(index)))) allowed += 1
  return allowed
}

describe('the budget of mails', () => {
  it('is 5 an hour for an address that nobody has proved, and there is room again after an hour', async () => {
    expect(await countAllowed(8)).toBe(5)
    expect(await countAllowed(1, () => ({ address: 'bob@example.com' }))).toBe(1)
    now += HOUR_MS - 1
    expect(await countAllowed(1)).toBe(0)
    now += 1
    expect(await countAllowed(8)).toBe(5)
  })

  it('is one budget for all spellings of a mailbox', async () => {
    const spellings = [
      'quire@example.com',
      'QUIRE@Example.com',
      'quire+1@example.com',
      'quire+2@example.com',
      'Quire+x@example.COM',
    ]
    expect(await countAllowed(10, (index) => ({ address: spellings[index % spellings.length] as string }))).toBe(5)
  })

  it('lets exactly as many through when all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => budget.allows(aMail())))
    expect(answers.filter(Boolean)).toHaveLength(5)
    const toStrangers = Array.from({ length: 30 }, (_, index) =>
      budget.allows(aMail({ address: `stranger-${index}@example.com`, customerId: 'eve' })),
    )
    expect((await Promise.all(toStrangers)).filter(Boolean)).toHaveLength(20)
  })

  it('costs less for an address that has had its mails, and ends for it when the first of them is an hour old', async () => {
    const begun = now
    const first = aMail()
    expect(await budget.allows(first)).toBe(true)
    now += 60_000
    expect(await countAllowed(8)).toBe(4)
    now += 60_000
    expect(await countAllowed(1)).toBe(0)
    // From now on it is known, and stays true for a mail that is tried again.
    await db.database.connection.collection('mail_permits').deleteOne({ at: new Date(begun + 60_000) })
    expect(await countAllowed(1)).toBe(0)
    expect(await budget.allows(first)).toBe(true)
    expect(await countAllowed(1, () => ({ standing: 'proved' }))).toBe(1)
    now = begun + HOUR_MS
    expect(await countAllowed(3)).toBe(1)
  })

  it('counts what it held back within a day, once for each mail', async () => {
    const held = aMail()
    await countAllowed(5)
    for (let tries = 0; tries < 2; tries += 1) expect(await budget.allows(held)).toBe(false)
    await countAllowed(2)
    expect(await budget.countWithheld()).toBe(3)
    now += 24 * HOUR_MS
    expect(await budget.countWithheld()).toBe(0)
  })

  it('no longer counts as held back what must arrive, once it may go out', async () => {
    const warning = aMail({ standing: 'proved', mustArrive: true })
    await countAllowed(30, () => ({ standing: 'proved' }))
    expect(await budget.allows(warning)).toBe(false)
    expect(await countAllowed(1, () => ({ standing: 'proved' }))).toBe(0)
    expect(await budget.countWithheld()).toBe(2)
    now += HOUR_MS
    expect(await budget.allows(warning)).toBe(true)
    expect(await budget.countWithheld()).toBe(1)
  })

  it('is whole again within an hour or two of the mails of a clock that was a day ahead', async () => {
    now += 24 * HOUR_MS
    expect(await countAllowed(5)).toBe(5)
    // The process remembers that there is no room, once the five are settled.
    now += 60_000
    expect(await countAllowed(2)).toBe(0)
    now -= 24 * HOUR_MS + 60_000
    expect(await countAllowed(8)).toBe(5)
  })

  it('is larger for a proved address, and largest for the own address of the customer', async () => {
    expect(await countAllowed(35, () => ({ standing: 'proved' }))).toBe(30)
    // What strangers have sent there leaves room for mails about the customer's own orders.
    expect(await countAllowed(50, () => ({ standing: 'own', customerId: 'quire' }))).toBe(50)
    expect(await countAllowed(5, () => ({ standing: 'staff' }))).toBe(5)
  })

  it('is 20 an hour for what one customer causes at other addresses', async () => {
    const toEverybody = (index: number) => ({ address: `stranger-${index}@example.com`, customerId: 'eve' })
    expect(await countAllowed(30, toEverybody)).toBe(20)
    expect(await countAllowed(1, () => ({ address: 'one-more@example.com', customerId: 'quire' }))).toBe(1)
    expect(await countAllowed(1, () => ({ address: 'eve@example.com', customerId: 'eve', standing: 'own' }))).toBe(1)
  })

  it('is not used up for an address by what was held back because of who caused it', async () => {
    expect(await countAllowed(1)).toBe(1)
    now += 60_000
    await countAllowed(20, (index) => ({ address: `stranger-${index}@example.com`, customerId: 'eve' }))
    expect(await countAllowed(2, () => ({ customerId: 'eve' }))).toBe(0)
    expect(await countAllowed(4)).toBe(4)
  })

  it('stays allowed for a mail that is tried again, however many came since', async () => {
    const first = aMail()
    expect(await budget.allows(first)).toBe(true)
    await countAllowed(10)
    now += 47 * HOUR_MS
    await countAllowed(10)
    expect(await budget.allows(first)).toBe(true)
    // Since then somebody has proved to read the address, which gets more now.
    expect(await countAllowed(10, () => ({ standing: 'proved' }))).toBe(10)
    expect(await budget.allows(first)).toBe(true)
  })

  it('is counted without anybody’s name or address', async () => {
    await budget.allows(aMail({ customerId: 'customer-1' }))
    await countAllowed(6)
    const stored = ['mail_permits', 'withheld_mails'].map((name) =>
      db.database.connection.collection(name).find().toArray(),
    )
    const rows = await Promise.all(stored)
    expect(rows.every(({ length }) => length > 0)).toBe(true)
    expect(JSON.stringify(rows)).not.toMatch(/quire|example|customer-1/)
  })

  it('is counted under digests against which nobody can try addresses without the secret', async () => {
    const mail = { standing: 'proved', customerId: 'customer-1' } as const
    await budget.allows(aMail(mail))
    await openBudget('another secret').allows(aMail(mail))
    const rows = await db.database.connection.collection('mail_permits').find().toArray()
    const digests = rows.flatMap(({ recipient, customer }) => [recipient, customer])
    expect(new Set(digests).size).toBe(4)
    for (const text of ['quire@example.com', 'customer-1'])
      expect(digests).not.toContain(createHash('sha256').update(text).digest('hex'))
  })
})
