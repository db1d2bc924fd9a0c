import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../time/durations.ts'
import { done, failed, queuedAgain, triedAgain, waitsOut, writeResult, type JobResult } from './job-results.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-01T12:00:05Z')
const earlier = new Date('2026-03-01T11:00:00Z')

describe('what a delivery that ended makes of its job', () => {
  it.each<[string, JobResult]>([
    ['done', done(now)],
    ['tried again', triedAgain(now, 'away', 5000)],
    ['waiting', waitsOut(now, { waitingSince: null }, 'away', 5000)],
    ['failed', failed(now, 'away')],
    ['queued again', queuedAgain(now)],
  ])('is nobody’s to run any more when it is %s', (_, result) => {
    expect(result.$set.leaseUntil).toBeNull()
  })

  it('keeps a job that is done for a week, without its payload and its errors', () => {
    const { $set, $unset } = done(now)
    expect($set).toMatchObject({ status: 'done', lastError: null, expiresAt: new Date(now.getTime() + 7 * DAY_MS) })
    expect($unset).toEqual({ payload: '', hidesAddresses: '' })
  })

  it('counts the attempt of a job that failed by itself, and forgets an outage that it met before', () => {
    const { $set, $inc } = triedAgain(now, 'away', 5000)
    expect($set).toMatchObject({ status: 'delayed', notBefore: later, lastError: 'away', waitingSince: null })
    expect($inc).toEqual({ delivery: 1 })
  })

  it('does not count the attempt of a job that waits out an outage, and remembers when it met it', () => {
    const first = waitsOut(now, { waitingSince: null }, 'away', 5000)
    expect(first.$set).toMatchObject({ status: 'delayed', notBefore: later, lastError: 'away', waitingSince: now })
    expect(first.$inc).toEqual({ delivery: 1, attempts: -1 })
    expect(waitsOut(now, { waitingSince: earlier }, 'away', 5000).$set.waitingSince).toBe(earlier)
  })

  it('leaves a job that failed for good with its delivery, when it failed and why', () => {
    expect(failed(now, 'away')).toEqual({
      $set: { leaseUntil: null, status: 'failed', failedAt: now, lastError: 'away' },
    })
  })

  it('does not count the attempt of a job that a stopping process could not finish, and what it waits for', () => {
    const { $set, $inc } = queuedAgain(now)
    expect($set).toEqual({ leaseUntil: null, status: 'queued', notBefore: now })
    expect($inc).toEqual({ delivery: 1, attempts: -1 })
  })
})

describe('writing it', () => {
  /** Rows of which so many match each command. */
  function rowsMatching(...counts: number[]) {
    const updateOne = vi.fn(async (_filter: object, _change: object) => ({ matchedCount: counts.shift() ?? 0 }))
    return { rows: { updateOne } as never, commands: updateOne.mock.calls }
  }
  const own = { _id: 'a-job', delivery: 3, status: 'active' }

  it('changes the row of a delivery that runs, and of no other, by one command', async () => {
    const { rows, commands } = rowsMatching(1)
    await writeResult(rows, { id: 'a-job', delivery: 3 }, done(now))
    expect(commands).toEqual([[own, done(now)]])
  })

  it('writes an error by one command when nobody was erased meanwhile', async () => {
    const { rows, commands } = rowsMatching(1)
    await writeResult(rows, { id: 'a-job', delivery: 3 }, failed(now, 'ann@example.com is away'))
    expect(commands).toEqual([[{ ...own, hidesAddresses: { $ne: true } }, failed(now, 'ann@example.com is away')]])
  })

  it('writes an error without addresses when a person was erased while the job ran', async () => {
    const { rows, commands } = rowsMatching(0, 1)
    await writeResult(rows, { id: 'a-job', delivery: 3 }, triedAgain(now, 'ann@example.com is away', 5000))
    expect(commands).toHaveLength(2)
    const [filter, change] = commands[1] ?? []
    expect(filter).toEqual(own)
    expect(JSON.stringify(change)).not.toContain('ann@')
    expect(change).toMatchObject({ $inc: { delivery: 1 }, $unset: { hidesAddresses: '' }, $set: { status: 'delayed' } })
  })
})
