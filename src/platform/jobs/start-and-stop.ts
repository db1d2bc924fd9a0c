import type { DatabaseClock } from '../database/database-clock.ts'
import type { Logger } from '../log/logger.ts'
import type { BullmqRunner } from './bullmq-runner.ts'
import type { DailyJobs } from './daily-jobs.ts'
import type { HandledDaily } from './handled-daily.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { JobsRuntime } from './jobs.ts'
import type { Outbox } from './outbox.ts'
import type { RegisteredJobs } from './registered-jobs.ts'
import type { Relay } from './relay.ts'
import type { JobWorker } from './job-worker.ts'
import type { Runner } from './runner.ts'

/** Begins and ends the parts of background work in their order. */
export function createStartAndStop(deps: {
  readonly runner: Pick<Runner, 'work' | 'stop'>
  /** The same one, when it is BullMQ's. */
  readonly bullmq: Pick<BullmqRunner, 'checkPolicy'> | null
  readonly worker: Pick<JobWorker, 'run' | 'abort' | 'requeueAll' | 'close'>
  readonly relay: Pick<Relay, 'start' | 'stop'>
  readonly outbox: Pick<Outbox, 'adopt'>
  readonly registered: Pick<RegisteredJobs, 'queueOf'>
  readonly daily: Pick<DailyJobs, 'start' | 'stop'>
  readonly handledDaily: Pick<HandledDaily, 'setAll'>
  readonly heartbeat: Pick<Heartbeat, 'start' | 'stop'>
  readonly databaseClock: Pick<DatabaseClock, 'sync'>
  readonly logger: Logger
}): Pick<JobsRuntime, 'start' | 'stop'> {
  const { runner, bullmq, worker, relay, outbox, registered, daily, handledDaily, heartbeat, databaseClock } = deps
  let stopped: Promise<void> | null = null

  async function startDaily(): Promise<void> {
    await handledDaily.setAll()
    daily.start()
  }

  async function stop(): Promise<void> {
    await daily.stop()
    await relay.stop()
    worker.abort()
    await runner.stop()
    try {
      await worker.requeueAll()
    } catch (error) {
      deps.logger.warn({ err: error }, 'running jobs could not be requeued; their lease expires instead')
    }
    worker.close()
    await heartbeat.stop()
  }

  return {
    async start({ work }) {
      await bullmq?.checkPolicy()
      await databaseClock.sync()
      if (work) {
        runner.work(worker.run)
        heartbeat.start()
        await Promise.all([startDaily(), outbox.adopt(registered.queueOf())])
      }
      relay.start()
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
