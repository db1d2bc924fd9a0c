import { connectDatabase } from '#platform/database/database'
import { systemClock } from '#platform/time/clock'
import { createJobs } from '#platform/jobs/create-jobs'
import { createLogger } from '#platform/log/logger'
import { JOB_TIMINGS, printLabel } from './label-job.ts'

/**
 * A worker process for tests that kill it. It records every job that it starts in the collection `begun` and never
 * finishes one. Arguments: database, Redis.
 */
const [databaseUri = '', redisUrl = ''] = process.argv.slice(2)
const logger = createLogger('silent')
const database = await connectDatabase(databaseUri, logger)
const jobs = await createJobs({
  database,
  clock: systemClock,
  logger,
  queues: { orders: 8 },
  redisUrl,
  timings: JOB_TIMINGS,
})
jobs.handle(printLabel, async ({ text }, { jobId, attempt }) => {
  await database.connection.collection('begun').insertOne({ jobId, attempt, text, pid: process.pid })
  await new Promise(() => {})
})
await jobs.start({ work: true })
