import { expect, it, vi } from 'vitest'
import type { Database, Transaction } from '#platform/database/database'
import { createDeferred } from '#platform/concurrency/deferred'
import { commitThenAnnounce } from './commit-then-announce.ts'

/** Runs the work as often as it is told to, and then what waits for the commit, as the database does. */
function databaseThat({ tries = 1, commits = true } = {}) {
  const transaction = async (work: (tx: Transaction) => Promise<void>): Promise<void> => {
    let onCommit: (() => unknown)[] = []
    for (let n = 0; n < tries; n += 1) {
      onCommit = []
      await work({ onCommit: (action: () => unknown) => void onCommit.push(action) } as unknown as Transaction)
    }
    if (!commits) throw new Error('no majority')
    for (const action of onCommit) await action()
  }
  return { transaction } as unknown as Pick<Database, 'transaction'>
}

it('is there at the commit, and the listeners of its events run when it is announced', async () => {
  const listener = vi.fn()
  const { result, announce } = await commitThenAnnounce(databaseThat(), async (tx) => {
    tx.onCommit(listener)
    return 'written'
  })
  expect(result).toBe('written')
  expect(listener).not.toHaveBeenCalled()
  await announce()
  expect(listener).toHaveBeenCalledOnce()
})

it('returns what the last try of its work returned', async () => {
  let tries = 0
  const { result } = await commitThenAnnounce(databaseThat({ tries: 3 }), async () => (tries += 1))
  expect(result).toBe(3)
})

it('fails with a transaction that is not committed', async () => {
  const work = vi.fn(async () => {})
  await expect(commitThenAnnounce(databaseThat({ commits: false }), work)).rejects.toThrow('no majority')
  expect(work).toHaveBeenCalledOnce()
})

it('is announced only when all listeners have run', async () => {
  const heard = createDeferred<void>()
  const { announce } = await commitThenAnnounce(databaseThat(), async (tx) => tx.onCommit(() => heard.promise))
  let isAnnounced = false
  const announced = announce().then(() => (isAnnounced = true))
  await new Promise(setImmediate)
  expect(isAnnounced).toBe(false)
  heard.resolve()
  await announced
})
