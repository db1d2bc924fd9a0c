import type { z } from 'zod'

/** The queues of this process by name, each with how many of its jobs the process runs at a time. */
export type Queues = Readonly<Record<string, number>>

/**
 * Work that is slow, retried or delayed. Declared by the module that does it. Attempts are for faults of the shop; what
 * is away outside of it is waited out without using them up (`outage.ts`).
 */
export interface JobDefinition<Payload> {
  readonly name: string
  readonly queue: string
  readonly schema: z.ZodType<Payload>
  /** How many attempts it gets before it counts as failed (default 10, over about 8 minutes). */
  readonly attempts: number
  /** First wait between two attempts in ms, doubled each time with jitter (default 1000). */
  readonly backoffMs: number
}

/**
 * Describes a job for those who enqueue it and for the one who handles it.
 * @param definition.schema what the payload must be, also of rows that an earlier version of the shop has written
 * @param definition.attempts how often it is tried before it has failed (default 10); outages do not count
 * @param definition.backoffMs the pause after the first try, doubled after each one up to an hour (default 1,000 ms)
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
