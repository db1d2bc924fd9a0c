import type { z } from 'zod'

/** An event that a module publishes, in the past tense, named `module.noun-verbed`. */
export interface EventDefinition<Payload> {
  readonly name: string
  readonly schema: z.ZodType<Payload>
  /** Also sent to the other processes of the shop. */
  readonly broadcast: boolean
}

/** What a listener receives. */
export interface EventEnvelope<Payload> {
  readonly id: string
  readonly name: string
  readonly occurredAt: Date
  /** True when another process published it. */
  readonly remote: boolean
  readonly payload: Payload
}

/**
 * Defines an event once, by its publisher. Payloads carry ids and the few values that must not change later.
 * @param options.broadcast also notify the other processes (default: this process only)
 */
export function defineEvent<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  options: { readonly broadcast?: boolean } = {},
): EventDefinition<Payload> {
  return { name, schema, broadcast: options.broadcast ?? false }
}
