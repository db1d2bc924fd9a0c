import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLogger, type Logger } from '../log/logger.ts'
import type { Collection } from './database.ts'
import { runSchemaSteps, SchemaStepFailed, type SchemaStep } from './schema-steps.ts'

interface Row {
  _id: number
  form?: string
}

let db: TestDatabase
let rows: Collection<Row>
beforeEach(async () => {
  db = await openTestDatabase()
  rows = db.database.collection('rows')
  await rows.insertMany(Array.from({ length: 10 }, (_, index) => ({ _id: index })))
})
afterEach(() => db.drop())

/** A start of a process with these steps. */
function start(steps: readonly SchemaStep[], leaseMs = 30_000, logger: Logger = createLogger('silent')): Promise<void> {
  return runSchemaSteps({ database: db.database, logger, steps, leaseMs })
}

/** Fills `form`, one row a batch; `filled` notes every row that was written. */
function fillForm(filled: number[], { name = 'fill-form', onBatch = async () => {} } = {}): SchemaStep {
  return {
    name,
    async runBatch() {
      await onBatch()
      const row = await rows.findOne({ form: { $exists: false } })
      if (row === null) return false
      await rows.updateOne({ _id: row._id }, { $set: { form: 'new' } })
      filled.push(row._id)
      return true
    },
  }
}

describe('schema steps', () => {
  it('run in their order, each once, however often the shop starts', async () => {
    const ran: string[] = []
    const step = (name: string): SchemaStep => ({
      name,
      runBatch: async () => {
        ran.push(name)
        return false
      },
    })
    await start([step('first'), step('second')])
    await start([step('first'), step('second'), step('third')])
    expect(ran).toEqual(['first', 'second', 'third'])
  })

  it('run in one of several processes that start at once, and all start after they are done', async () => {
    const filled: number[] = []
    const starts = [1, 2, 3].map(async () => {
      await start([fillForm(filled)])
      expect(await rows.countDocuments({ form: 'new' })).toBe(10)
    })
    await Promise.all(starts)
    expect(filled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index))
  })

  it('go on where a process stopped that was killed in the middle', async () => {
    const filled: number[] = []
    let batches = 0
    const killed = new Promise<never>(() => {})
    // A killed process never comes back from its batch and never gives the lock back.
    void start([fillForm(filled, { onBatch: () => (++batches > 4 ? killed : Promise.resolve()) })], 200)
    await eventually(() => expect(batches).toBe(5))
    expect(filled).toHaveLength(4)
    await start([fillForm(filled)])
    expect(filled).toHaveLength(10)
    expect(new Set(filled).size).toBe(10)
  })

  it('are left to the process that has taken over, by one that was held up for longer than its lease', async () => {
    const [first, second] = [[] as number[], [] as number[]]
    let [batches, proceed] = [0, () => {}]
    const held = new Promise<void>((resolve) => (proceed = resolve))
    const onBatch = () => (++batches === 3 ? held : Promise.resolve())
    const logger = createLogger('silent')
    const info = vi.spyOn(logger, 'info')
    const waiting = () => info.mock.calls.filter(([said]) => String(said).includes('waiting for it')).length
    let other: Promise<void> | undefined
    const slow = start([fillForm(first, { onBatch })], 200, logger)
    await eventually(() => expect(batches).toBe(3))
    const takesOver = async () => {
      proceed()
      await eventually(() => expect(waiting()).toBeGreaterThan(0))
      other ??= start([fillForm(first)], 30_000, logger)
      await eventually(() => expect(waiting()).toBe(2))
    }
    await Promise.all([slow, start([fillForm(second, { onBatch: takesOver })])])
    await other
    expect([first.length, second.length]).toEqual([3, 7])
  })

  it('leave rows alone that a newer version wrote', async () => {
    const meta = db.database.collection<{ _id: string; doneAt?: Date }>('meta')
    await meta.insertOne({ _id: 'of-a-newer-version', doneAt: new Date() })
    const filled: number[] = []
    await start([fillForm(filled)])
    expect(filled).toHaveLength(10)
    expect(await meta.countDocuments({ _id: 'of-a-newer-version' })).toBe(1)
  })

  it('stop the start with a sentence when one fails, and are tried again at the next start', async () => {
    const filled: number[] = []
    const failing = fillForm(filled, {
      onBatch: async () => {
        if (filled.length === 3) throw new Error('the disk is full')
      },
    })
    const error: unknown = await start([failing]).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SchemaStepFailed)
    expect(String(error)).toContain('the schema step "fill-form" failed (the disk is full)')
    await start([fillForm(filled)])
    expect(filled).toHaveLength(10)
  })
})
