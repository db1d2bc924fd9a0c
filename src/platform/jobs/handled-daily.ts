import type { Database } from '../database/database.ts'
import { isDuplicateKey } from '../database/duplicate-key.ts'
import type { DailyJobs } from './daily-jobs.ts'
import type { JobDefinition } from './define-job.ts'
import type { TimeOfDay } from './time-of-day.ts'

/** The jobs that repeat daily because this version of the shop has them do so. */
export class HandledDaily {
  readonly #database: Pick<Database, 'transaction'>
  readonly #daily: Pick<DailyJobs, 'areSet' | 'set'>
  readonly #times = new Map<JobDefinition<Record<string, never>>, TimeOfDay>()

  constructor(database: Pick<Database, 'transaction'>, daily: Pick<DailyJobs, 'areSet' | 'set'>) {
    this.#database = database
    this.#daily = daily
  }

  add(job: JobDefinition<Record<string, never>>, at: TimeOfDay): void {
    this.#times.set(job, at)
  }

  /** Has all of them repeat. One question is enough at most starts, instead of a transaction for each. */
  async setAll(): Promise<void> {
    if (await this.#daily.areSet(this.#times)) return
    for (const [job, at] of this.#times) {
      try {
        await this.#database.transaction((tx) => this.#daily.set(tx, job.name, { job, payload: {}, at }))
      } catch (error) {
        // Another process that starts wrote the same row.
        if (!isDuplicateKey(error)) throw error
      }
    }
  }
}
