import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createInProcessRunner } from './in-process-runner.ts'

const deliveries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: `job-${from + index}`,
    delivery: 1,
    name: 'a-job',
    queue: 'a-queue',
  }))

/** A runner of two queues whose jobs end when the test says so. */
function aRunner() {
  const warn = vi.fn()
  const runner = createInProcessRunner({ queues: { mail: 2, imports: 1 }, logger: { warn } as never })
  const begun: string[] = []
  const ends = new Map<string, { done: () => void; fail: (error: Error) => void }>()
  const roomIn: string[] = []
  runner.onRoom((queue) => void roomIn.push(queue))
  const work = () =>
    runner.work(({ id }) => {
      begun.push(id)
      return new Promise((done, fail) => ends.set(id, { done, fail }))
    })
  const end = async (id: string) => {
    ends.get(id)?.done()
    await setImmediate()
  }
  return { runner, work, begun, ends, end, roomIn, warn }
}

describe('the runner of a shop without Redis', () => {
  it('takes nothing until this process works', () => {
    const { runner, work } = aRunner()
    expect([runner.capacity('mail'), runner.idle('mail')]).toEqual([0, 0])
    work()
    expect([runner.capacity('mail'), runner.idle('mail')]).toEqual([100, 2])
  })

  it('runs as many jobs of a queue at once as it may, in their order, and no queue waits for another', async () => {
    const { runner, work, begun, end } = aRunner()
    work()
    await runner.dispatch('mail', deliveries(1, 4))
    await runner.dispatch('imports', deliveries(11, 12))
    expect(begun).toEqual(['job-1', 'job-2', 'job-11'])
    expect([runner.idle('mail'), runner.idle('imports')]).toEqual([0, 0])
    await end('job-2')
    await end('job-11')
    expect(begun).toEqual(['job-1', 'job-2', 'job-11', 'job-3', 'job-12'])
  })

  it('runs a job once that is dispatched again while it waits or runs, and again once it has ended', async () => {
    const { runner, work, begun, end } = aRunner()
    work()
    await runner.dispatch('imports', deliveries(1, 2))
    await runner.dispatch('imports', deliveries(1, 2))
    await end('job-1')
    await end('job-2')
    expect(begun).toEqual(['job-1', 'job-2'])
    expect(runner.capacity('imports')).toBe(100)
    await runner.dispatch('imports', deliveries(1, 1))
    expect(begun).toEqual(['job-1', 'job-2', 'job-1'])
  })

  it('holds a hundred jobs, and says when it has begun all of them', async () => {
    const { runner, work, end, roomIn } = aRunner()
    work()
    await runner.dispatch('imports', deliveries(1, 100))
    expect(runner.capacity('imports')).toBe(0)
    for (let number = 1; number < 99; number++) await end(`job-${number}`)
    expect(roomIn).toEqual([])
    await end('job-99')
    expect(roomIn).toEqual(['imports'])
    expect(runner.capacity('imports')).toBe(99)
  })

  it('goes on after a delivery that failed, which the outbox dispatches again', async () => {
    const { runner, work, begun, ends, warn } = aRunner()
    work()
    await runner.dispatch('imports', deliveries(1, 2))
    ends.get('job-1')?.fail(new Error('the database is away'))
    await setImmediate()
    expect(begun).toEqual(['job-1', 'job-2'])
    expect(warn).toHaveBeenCalledOnce()
    await runner.dispatch('imports', deliveries(1, 1))
    ends.get('job-2')?.done()
    await setImmediate()
    expect(begun).toEqual(['job-1', 'job-2', 'job-1'])
  })

  it('waits at its end for what runs, hands what waits to the worker to release, and takes no more', async () => {
    const { runner, work, begun, end } = aRunner()
    work()
    await runner.dispatch('imports', deliveries(1, 3))
    let hasStopped = false
    const stopping = runner.stop().then(() => (hasStopped = true))
    expect(begun).toEqual(['job-1', 'job-2', 'job-3'])
    expect([runner.capacity('imports'), runner.idle('imports')]).toEqual([0, 0])
    await runner.dispatch('imports', deliveries(4, 4))
    await end('job-1')
    await end('job-2')
    expect(hasStopped).toBe(false)
    await end('job-3')
    await stopping
    expect(begun).not.toContain('job-4')
  })

  it('does not wait longer than its time for a job that does not end', async () => {
    vi.useFakeTimers()
    try {
      const { runner, work } = aRunner()
      work()
      await runner.dispatch('mail', deliveries(1, 1))
      let hasStopped = false
      void runner.stop().then(() => (hasStopped = true))
      await vi.advanceTimersByTimeAsync(7999)
      expect(hasStopped).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(hasStopped).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })
})
