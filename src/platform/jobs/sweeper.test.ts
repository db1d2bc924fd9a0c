import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sweeper } from './sweeper.ts'

const SWEEP_MS = 2000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(SWEEP_MS)
})
afterEach(() => void vi.useRealTimers())

function aSweeper() {
  const outbox = { requeueDispatched: vi.fn(async () => {}), requeueExpired: vi.fn(async () => false) }
  const onAbandoned = vi.fn()
  const sweeper = new Sweeper({ outbox, sweepMs: SWEEP_MS, dispatchedLeaseMs: 60_000, onAbandoned })
  return { sweeper, onAbandoned, ...outbox }
}

it('jobs without a result are looked for once in so long, however often it is asked', async () => {
  const { sweeper, requeueExpired } = aSweeper()
  await sweeper.sweep()
  vi.advanceTimersByTime(SWEEP_MS - 1)
  await sweeper.sweep()
  expect(requeueExpired).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  await sweeper.sweep()
  expect(requeueExpired).toHaveBeenCalledTimes(2)
})

it('it is said when a process died, and not otherwise', async () => {
  const { sweeper, requeueExpired, onAbandoned } = aSweeper()
  await sweeper.sweep()
  expect(onAbandoned).not.toHaveBeenCalled()
  requeueExpired.mockResolvedValue(true)
  vi.advanceTimersByTime(SWEEP_MS)
  await sweeper.sweep()
  expect(onAbandoned).toHaveBeenCalledOnce()
})

it('what was dispatched is queued again once for each loss that is expected, without waiting for the next look', async () => {
  const { sweeper, requeueDispatched, requeueExpired } = aSweeper()
  await sweeper.sweep()
  expect(requeueDispatched).not.toHaveBeenCalled()
  sweeper.expectLoss()
  await sweeper.sweep()
  await sweeper.sweep()
  expect(requeueDispatched).toHaveBeenCalledExactlyOnceWith(60_000)
  expect(requeueExpired).toHaveBeenCalledOnce()
})

it('a loss is still expected when the database could not be asked about it', async () => {
  const { sweeper, requeueDispatched } = aSweeper()
  requeueDispatched.mockRejectedValueOnce(new Error('away'))
  sweeper.expectLoss()
  await expect(sweeper.sweep()).rejects.toThrow('away')
  await sweeper.sweep()
  await sweeper.sweep()
  expect(requeueDispatched).toHaveBeenCalledTimes(2)
})

it('a look that failed is made again at its time, and not at every turn of an outage', async () => {
  const { sweeper, requeueExpired } = aSweeper()
  requeueExpired.mockRejectedValueOnce(new Error('away'))
  await expect(sweeper.sweep()).rejects.toThrow('away')
  await sweeper.sweep()
  expect(requeueExpired).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(SWEEP_MS)
  await sweeper.sweep()
  expect(requeueExpired).toHaveBeenCalledTimes(2)
})
