import type { Logger } from '../log/logger.ts'
import { DueQueues } from './due-queues.ts'
import { GatheredPasses } from './gathered-passes.ts'
import type { Outbox } from './outbox.ts'
import type { Runner } from './runner.ts'
import { Sweeper } from './sweeper.ts'

export interface RelayTimings {
  /** How often the outbox is searched for jobs that are due. */
  readonly tickMs: number
  /** How often the outbox is searched for jobs that got no result in time. */
  readonly sweepMs: number
  /** How long a job may wait in a queue before it is dispatched again. */
  readonly dispatchedLeaseMs: number
}

const BATCH = 200

/** What carries jobs from the outbox to the runner, from `start` to `stop`. */
export interface Relay {
  start(): void
  /** Schedules a look for due jobs in this queue; returns at once. */
  nudge(queue: string): void
  stop(): Promise<void>
}

/** Dispatches rows of the outbox to the runner in batches, outside of requests. */
export function createRelay(deps: {
  /** The names of the queues. */
  readonly queues: readonly string[]
  readonly outbox: Outbox
  readonly runner: Runner
  readonly logger: Logger
  readonly timings: RelayTimings
  /** Called when a process died while it ran a job. */
  readonly onAbandoned?: () => void
}): Relay {
  const { queues, outbox, runner, logger, timings, onAbandoned } = deps
  const { tickMs, sweepMs, dispatchedLeaseMs } = timings
  const due = new DueQueues()
  const sweeper = new Sweeper({ outbox, sweepMs, dispatchedLeaseMs, onAbandoned })
  const passes = new GatheredPasses({
    run: runPass,
    isMoreDue: () => (due.areThereAny || mustLookAround) && !isFailing,
  })
  let mustLookAround = false
  let isFailing = false
  let ticker: NodeJS.Timeout | undefined

  /** Dispatches some jobs of a queue. Those that are left have their turn behind the other queues. */
  async function dispatchSome(queue: string): Promise<void> {
    due.begin(queue)
    const room = Math.min(BATCH, runner.capacity(queue))
    if (room === 0 || !passes.isRunning) return
    const deliveries = await outbox.findQueued(queue, room)
    if (deliveries.length > 0) {
      // A process that dies between these two lines dispatches the jobs twice, which the claim makes harmless.
      await runner.dispatch(queue, deliveries)
      await outbox.markDispatched(deliveries, dispatchedLeaseMs)
    }
    due.end(queue, { areAll: deliveries.length < room, hasRoom: runner.capacity(queue) > 0 })
  }

  /**
   * Finds what became due without anybody's word: delayed jobs, and those that another process has left. It asks for both
   * at once, which wakes the database once, because nearly always there are neither.
   */
  async function lookAround(): Promise<void> {
    const findWork = () => outbox.queuesWithWork(queues.filter((queue) => runner.capacity(queue) > 0))
    const [hasQueued, found] = await Promise.all([outbox.queueDelayed(), findWork()])
    for (const queue of hasQueued ? await findWork() : found) due.add(queue)
  }

  async function runPass(): Promise<void> {
    try {
      await sweeper.sweep()
      if (mustLookAround) {
        await lookAround()
        mustLookAround = false
      }
      for (const queue of due.take()) await dispatchSome(queue)
      // A runner that takes nothing now has not shown that it works again.
      if (!queues.some((queue) => runner.capacity(queue) > 0)) return
      if (isFailing) logger.info('jobs are dispatched again')
      isFailing = false
    } catch (error) {
      // The rows are safe in the outbox, and the next tick tries again. Log one line per outage, not one per second.
      if (!isFailing) logger.warn({ err: error }, 'jobs cannot be dispatched; they wait in the outbox')
      isFailing = true
    }
  }

  function nudge(queue: string): void {
    due.add(queue)
    passes.request()
  }

  function tick(): void {
    mustLookAround = true
    passes.request()
  }

  runner.onRoom((queue) => {
    if (due.isCrowded(queue)) nudge(queue)
  })
  runner.onReturn(() => sweeper.expectLoss())

  return {
    start() {
      passes.start()
      ticker = setInterval(tick, tickMs)
      tick()
    },
    nudge,
    async stop() {
      clearInterval(ticker)
      await passes.stop()
    },
  }
}
