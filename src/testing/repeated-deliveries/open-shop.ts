import pino from 'pino'
import type { Clock } from '#platform/time/clock'
import { loadConfig } from '#platform/config/config'
import type { JobDefinition } from '#platform/jobs/define-job'
import { createJobs } from '#platform/jobs/create-jobs'
import type { JobHandler } from '#platform/jobs/jobs'
import { createShop, type Shop } from '../../shop.ts'

const REVIEW_MINUTES = 60
const RELEASE_ABOVE = 2000

/** A shop that runs no job by itself, with what a test needs to run them. */
export interface OpenShop {
  readonly shop: Shop
  readonly handlers: ReadonlyMap<string, { readonly job: JobDefinition<unknown>; readonly handle: JobHandler<unknown> }>
  /** The mails that went out: recipient and subject by the number of the mail. */
  readonly mails: Map<string, string>
  /** Whether a handler may have enqueued a job since this was last set to false. */
  hasEnqueued: boolean
}

/** Opens a shop that has sent no mail yet. */
export async function openShop(databaseUri: string, clock: Clock): Promise<OpenShop> {
  const handlers = new Map<string, { job: JobDefinition<unknown>; handle: JobHandler<unknown> }>()
  const mails = new Map<string, string>()
  const opened = { handlers, mails, hasEnqueued: false }
  function keep<Payload>(job: JobDefinition<Payload>, handle: JobHandler<Payload>): void {
    handlers.set(job.name, { job: job as JobDefinition<unknown>, handle: handle as JobHandler<unknown> })
  }
  const logger = pino(
    { level: 'info', base: null },
    {
      write(line: string) {
        const { mailId, to, subject } = JSON.parse(line) as Record<string, string>
        if (mailId !== undefined) mails.set(mailId, `${to} ${subject}`)
      },
    },
  )
  const shop = await createShop({
    config: {
      ...loadConfig({ SEED_DEMO: 'false' }),
      // Without a server and without running jobs by itself.
      ROLE: 'worker',
      ORDER_REVIEW_MINUTES: REVIEW_MINUTES,
      ORDER_RELEASE_ABOVE: RELEASE_ABOVE,
    },
    databaseUri,
    logger,
    clock,
    async makeJobs(deps) {
      const jobs = await createJobs(deps)
      return {
        ...jobs,
        handle(job, handle) {
          keep(job, handle)
          jobs.handle(job, handle)
        },
        handleDaily(job, at, handle) {
          keep(job, handle)
          jobs.handleDaily(job, at, handle)
        },
        enqueue(...job) {
          opened.hasEnqueued = true
          return jobs.enqueue(...job)
        },
        enqueueMany(...some) {
          opened.hasEnqueued = true
          return jobs.enqueueMany(...some)
        },
      }
    },
  })
  return Object.assign(opened, { shop })
}
