import type { z } from 'zod'

/** The queues of this process by name, each with how many of its jobs the process runs at a time. */
export type Queues = Readonly<Record<string, number>>

/**
 * Work that is slow, retried or delayed, declared by the module that does it. Attempts are for errors of the shop; a
 * server that is away is waited for without using them up (`outage.ts`).
 */
export interface JobDefinition<Payload> {
  readonly name: string
  readonly queue: string
  /** What the payload must be, also that of rows which an earlier version of the shop has written. */
  readonly schema: z.ZodType<Payload>
  /** How many attempts it gets before it counts as failed. */
  readonly attempts: number
  /** The wait after the first attempt in ms, doubled after each one up to an hour, with jitter. */
  readonly backoffMs: number
}

/**
 * Describes a job for those who enqueue it and for the one who handles it.
 * @param definition.attempts default 10, which last about 8 minutes
 * @param definition.backoffMs default 1,000 ms
 */
export function defineJob<Payload>(definition: {
  readonly name: string
  readonly queue: string
  readonly schema: z.ZodType<Payload>
  readonly attempts?: number | undefined
  readonly backoffMs?: number | undefined
}): JobDefinition<Payload> {
  const { attempts = 10, backoffMs = 1000 } = definition
  return { ...definition, attempts, backoffMs }
}
