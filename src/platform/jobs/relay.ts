import type { Logger } from '../logger.ts'
import type { Outbox } from './outbox.ts'
import type { Runner } from './runner.ts'

export interface RelayTimings {
  /** How often the outbox is looked through for jobs whose time has come. */
  readonly tickMs: number
  /** How often jobs without a result are looked for. */
  readonly sweepMs: number
  /** How long a job may lie in a queue before it is handed over again. */
  readonly handedLeaseMs: number
}

const BATCH = 200
/** Commits that follow each other closely share one hand-over. */
const GATHER_MS = 5

export interface Relay {
  start(): void
  /** There may be something due in this queue; costs the caller nothing. */
  nudge(queue: string): void
  stop(): Promise<void>
}

/** Hands rows of the outbox to the runner, in batches, away from any request. */
export function createRelay(deps: {
  /** The names of the queues. */
  readonly queues: readonly string[]
  readonly outbox: Outbox
  readonly runner: Runner
  readonly logger: Logger
  readonly timings: RelayTimings
  /** A process has died with a job in hand. */
  readonly onAbandoned?: () => void
}): Relay {
  const { queues, outbox, runner, logger, timings, onAbandoned } = deps
  const due = new Set<string>()
  let isRunning = false
  let isFailing = false
  let mustRequeueHanded = false
  let mustLookForDelayed = false
  let lastSweep = 0
  let ticker: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let pass: Promise<void> | null = null

  async function handOver(queue: string): Promise<void> {
    for (;;) {
      const room = Math.min(BATCH, runner.capacity(queue))
      if (room === 0 || !isRunning) return
      const deliveries = await outbox.findQueued(queue, room)
      if (deliveries.length === 0) return
      // Handed first and marked after: dying in between hands them over twice, which the claim makes harmless.
      await runner.hand(queue, deliveries)
      await outbox.markHanded(deliveries, timings.handedLeaseMs)
      if (deliveries.length < room) return
    }
  }

  async function sweep(): Promise<void> {
    if (mustRequeueHanded) {
      await outbox.requeueHanded()
      mustRequeueHanded = false
    }
    if (mustLookForDelayed) {
      await outbox.queueDelayed()
      mustLookForDelayed = false
    }
    if (performance.now() - lastSweep < timings.sweepMs) return
    lastSweep = performance.now()
    if (await outbox.requeueExpired()) onAbandoned?.()
  }

  async function runPass(): Promise<void> {
    try {
      await sweep()
      const queues = Array.from(due)
      due.clear()
      for (const queue of queues) await handOver(queue)
      if (isFailing) logger.info('jobs are handed over again')
      isFailing = false
    } catch (error) {
      // The rows are safe where they are; the next tick tries again. One line per trouble, not one per second.
      if (!isFailing) logger.warn({ err: error }, 'jobs cannot be handed over; they wait in the outbox')
      isFailing = true
    }
  }

  function gather(): void {
    if (!isRunning || gathering !== undefined || pass !== null) return
    gathering = setTimeout(() => {
      gathering = undefined
      pass = runPass().finally(() => {
        pass = null
        if (due.size > 0 && !isFailing) gather()
      })
    }, GATHER_MS)
  }

  function nudge(queue: string): void {
    due.add(queue)
    gather()
  }

  function tick(): void {
    mustLookForDelayed = true
    queues.forEach(nudge)
  }

  runner.onRoom(nudge)
  runner.onReturn(() => {
    mustRequeueHanded = true
  })

  return {
    start() {
      if (isRunning) return
      isRunning = true
      ticker = setInterval(tick, timings.tickMs)
      tick()
    },
    nudge,
    async stop() {
      isRunning = false
      clearInterval(ticker)
      clearTimeout(gathering)
      gathering = undefined
      await pass
    },
  }
}
