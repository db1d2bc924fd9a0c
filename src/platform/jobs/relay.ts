import type { Logger } from '../logger.ts'
import type { Outbox } from './outbox.ts'
import type { Runner } from './runner.ts'

export interface RelayTimings {
  /** How often the outbox is searched for jobs that are due. */
  readonly tickMs: number
  /** How often the outbox is searched for jobs that got no result in time. */
  readonly sweepMs: number
  /** How long a job may wait in a queue before it is dispatched again. */
  readonly dispatchedLeaseMs: number
}

const BATCH = 200
/** Commits within this time share one dispatch. */
const GATHER_MS = 5

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
  const due = new Set<string>()
  /** Queues of which jobs may be left in the outbox because the runner takes no more. */
  const crowded = new Set<string>()
  let isRunning = false
  let isFailing = false
  let mustRequeueDispatched = false
  let mustLookAround = false
  let lastSweep = 0
  let ticker: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let pass: Promise<void> | null = null

  /** Dispatches some jobs of a queue. Those that are left have their turn behind the other queues. */
  async function dispatchSome(queue: string): Promise<void> {
    crowded.add(queue)
    const room = Math.min(BATCH, runner.capacity(queue))
    if (room === 0 || !isRunning) return
    const deliveries = await outbox.findQueued(queue, room)
    if (deliveries.length > 0) {
      // A process that dies between these two lines dispatches the jobs twice, which the claim makes harmless.
      await runner.dispatch(queue, deliveries)
      await outbox.markDispatched(deliveries, timings.dispatchedLeaseMs)
    }
    if (deliveries.length < room) crowded.delete(queue)
    else if (runner.capacity(queue) > 0) due.add(queue)
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

  async function sweep(): Promise<void> {
    if (mustRequeueDispatched) {
      await outbox.requeueDispatched(timings.dispatchedLeaseMs)
      mustRequeueDispatched = false
    }
    if (performance.now() - lastSweep < timings.sweepMs) return
    lastSweep = performance.now()
    if (await outbox.requeueExpired()) onAbandoned?.()
  }

  async function runPass(): Promise<void> {
    try {
      await sweep()
      if (mustLookAround) {
        await lookAround()
        mustLookAround = false
      }
      const waiting = Array.from(due)
      due.clear()
      for (const queue of waiting) await dispatchSome(queue)
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

  function gather(): void {
    if (!isRunning || gathering !== undefined || pass !== null) return
    gathering = setTimeout(() => {
      gathering = undefined
      pass = runPass().finally(() => {
        pass = null
        if ((due.size > 0 || mustLookAround) && !isFailing) gather()
      })
    }, GATHER_MS)
  }

  function nudge(queue: string): void {
    due.add(queue)
    gather()
  }

  function tick(): void {
    mustLookAround = true
    gather()
  }

  runner.onRoom((queue) => {
    if (crowded.has(queue)) nudge(queue)
  })
  runner.onReturn(() => {
    mustRequeueDispatched = true
  })

  return {
    start() {
      isRunning = true
      ticker = setInterval(tick, timings.tickMs)
      tick()
    },
    nudge,
    async stop() {
      isRunning = false
      clearInterval(ticker)
      clearTimeout(gathering)
      await pass
    },
  }
}
