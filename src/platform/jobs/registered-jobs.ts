import type { JobDefinition, Queues } from './define-job.ts'
import type { JobHandler, NewJob } from './jobs.ts'

/** A job that this process knows, with what does its work. */
export interface RegisteredJob {
  readonly definition: JobDefinition<unknown>
  readonly handler: JobHandler<unknown>
}

/** The jobs that this process knows, each with its only handler. */
export class RegisteredJobs {
  readonly #queues: Queues
  readonly #byName = new Map<string, RegisteredJob>()

  /** @param queues every queue that a job may name */
  constructor(queues: Queues) {
    this.#queues = queues
  }

  /** @throws Error when the job has a handler already, or names a queue that this process does not have */
  add<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>): void {
    if (!Object.hasOwn(this.#queues, job.queue))
      throw new Error(`The job "${job.name}" names the queue "${job.queue}", which this process does not have.`)
    if (this.#byName.has(job.name))
      throw new Error(`The job "${job.name}" has a handler already: it can have only one.`)
    this.#byName.set(job.name, {
      definition: job as JobDefinition<unknown>,
      handler: handler as JobHandler<unknown>,
    })
  }

  get byName(): ReadonlyMap<string, RegisteredJob> {
    return this.#byName
  }

  /** The queue of each, by the name of the job. */
  queueOf(): ReadonlyMap<string, string> {
    return new Map([...this.#byName].map(([name, { definition }]) => [name, definition.queue]))
  }

  /**
   * New jobs as they are written: with their payloads as their schemas give them, and due at once unless they say otherwise.
   * @throws Error when one of them has no handler, ZodError when a payload is invalid
   */
  checked(entries: readonly NewJob[]): readonly Required<NewJob>[] {
    for (const { job } of entries) {
      if (!this.#byName.has(job.name))
        throw new Error(`The job "${job.name}" is enqueued, but this process has no handler for it: call jobs.handle.`)
    }
    return entries.map(({ job, payload, delayMs = 0 }) => ({ job, payload: job.schema.parse(payload), delayMs }))
  }
}
