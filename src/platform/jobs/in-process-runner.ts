import type { Logger } from '../log/logger.ts'
import { settlesWithin } from '../concurrency/within.ts'
import type { Queues } from './define-job.ts'
import type { Delivery } from './outbox-row.ts'
import { DRAIN_MS, type RunDelivery, type Runner } from './runner.ts'

/** One queue in this process. */
interface Lane {
  readonly concurrency: number
  readonly waiting: Delivery[]
  readonly running: Set<Promise<void>>
  /** The ids of the jobs that wait or run here. */
  readonly known: Set<string>
}

/**
 * How many deliveries of a queue are held, running ones included. They are small: payloads are read when a job starts.
 */
const ROOM = 100

/**
 * Runs jobs inside this process, for a shop without Redis. It holds a limited number and leaves the others in the
 * outbox, so that a burst of jobs does not fill the memory.
 */
export function createInProcessRunner({
  queues,
  logger,
}: {
  readonly queues: Queues
  readonly logger: Logger
}): Runner {
  const lanes = new Map<string, Lane>(
    Object.entries(queues).map(([queue, concurrency]) => [
      queue,
      { concurrency, waiting: [], running: new Set(), known: new Set() },
    ]),
  )
  let run: RunDelivery | null = null
  let isStopping = false
  let announceRoom: (queue: string) => void = () => {}

  const laneOf = (queue: string): Lane => lanes.get(queue) as Lane

  function begin(queue: string): void {
    const lane = laneOf(queue)
    if (run === null || isStopping) return
    for (const delivery of lane.waiting.splice(0, lane.concurrency - lane.running.size)) {
      const work: Promise<void> = run(delivery)
        .catch((error: unknown) => logger.warn({ err: error, queue }, 'a delivery failed; the job is dispatched again'))
        .finally(() => {
          lane.running.delete(work)
          lane.known.delete(delivery.id)
          begin(queue)
          if (lane.waiting.length === 0) announceRoom(queue)
        })
      lane.running.add(work)
    }
  }

  return {
    capacity(queue) {
      if (run === null || isStopping) return 0
      const lane = laneOf(queue)
      return Math.max(0, ROOM - lane.waiting.length - lane.running.size)
    },
    idle(queue) {
      const { concurrency, running } = laneOf(queue)
      return run === null || isStopping ? 0 : concurrency - running.size
    },
    async dispatch(queue, deliveries) {
      const lane = laneOf(queue)
      for (const delivery of deliveries) {
        if (lane.known.has(delivery.id)) continue
        lane.known.add(delivery.id)
        lane.waiting.push(delivery)
      }
      begin(queue)
    },
    work(runDelivery) {
      run = runDelivery
    },
    onRoom(listener) {
      announceRoom = listener
    },
    onReturn() {},
    isReachable: async () => true,
    async stop() {
      isStopping = true
      const all = [...lanes.values()]
      const underWay = all.flatMap((lane) => [...lane.running])
      // A worker that is stopping releases these deliveries instead of running them.
      const released = all.flatMap((lane) => lane.waiting.splice(0)).map((delivery) => run?.(delivery))
      await settlesWithin(Promise.allSettled([...underWay, ...released]), DRAIN_MS)
    },
  }
}
