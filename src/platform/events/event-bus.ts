import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { defineEvent, type EventDefinition, type EventEnvelope } from './define-event.ts'

type Listener<Payload> = (event: EventEnvelope<Payload>) => void | Promise<void>

/** What carries ⇄ events between processes; Redis pub/sub when there is a Redis. */
export interface Broadcast {
  send(message: string): void
  /** Calls back for every message of another process; never for our own. */
  receive(listener: (message: string) => void): void
  /** Calls back when the connection was lost and is back: messages may be missing. */
  onReturn(listener: () => void): void
  close(): Promise<void>
}

/**
 * Told when events of other processes may have been missed: who keeps something in memory because of ⇄ events throws it
 * away then. The bus tells its own process when the connection was away; who finds that a process has died with work in
 * hand tells everybody, for that one may have told nobody of its last write.
 */
export const newsMayBeMissing = defineEvent('platform.news-may-be-missing', z.object({}), { broadcast: true })

export interface EventBus {
  /**
   * Tells every listener of this process, and the other processes when the event says so. Call it after the write is
   * committed. Resolves when the listeners of this process are through, so that a caller may read its own writes;
   * never rejects: a failing listener is logged with its name and hurts nobody else, and so is a payload that does not
   * fit its event, for what it announces has happened all the same.
   * @param options.onlyHere do not tell the other processes, whatever the event says
   */
  publish<Payload>(
    event: EventDefinition<Payload>,
    payload: Payload,
    options?: { readonly onlyHere?: boolean },
  ): Promise<void>
  /** Listens; `listenerName` names the policy in the log ("catalog.refresh-index"). Returns what ends it. */
  on<Payload>(event: EventDefinition<Payload>, listenerName: string, listener: Listener<Payload>): () => void
}

interface Registration {
  readonly name: string
  readonly event: EventDefinition<unknown>
  readonly listener: Listener<unknown>
}

export function createEventBus(deps: {
  readonly logger: Logger
  readonly clock: Clock
  readonly broadcast?: Broadcast
}): EventBus {
  const registrations = new Map<string, Set<Registration>>()

  async function tell(envelope: EventEnvelope<unknown>): Promise<void> {
    const listeners = [...(registrations.get(envelope.name) ?? [])]
    await Promise.all(
      listeners.map(async ({ name, listener }) => {
        try {
          await listener(envelope)
        } catch (error) {
          deps.logger.error(
            { err: error, event: envelope.name, eventId: envelope.id, listener: name },
            'a listener failed',
          )
        }
      }),
    )
  }

  deps.broadcast?.receive((message) => {
    try {
      const { id, name, occurredAt, payload } = JSON.parse(message) as Record<string, unknown>
      const first = [...(registrations.get(String(name)) ?? [])][0]
      if (first === undefined) return
      const parsed = first.event.schema.parse(payload)
      void tell({
        id: String(id),
        name: String(name),
        occurredAt: new Date(String(occurredAt)),
        remote: true,
        payload: parsed,
      })
    } catch (error) {
      deps.logger.error({ err: error }, 'an event of another process was not understood')
    }
  })

  async function publish<Payload>(
    event: EventDefinition<Payload>,
    payload: Payload,
    options: { readonly onlyHere?: boolean } = {},
  ): Promise<void> {
    const parsed = event.schema.safeParse(payload)
    if (!parsed.success) {
      deps.logger.error(
        { err: parsed.error, event: event.name },
        'an event does not fit its definition and was not told',
      )
      return
    }
    const envelope = {
      id: randomUUID(),
      name: event.name,
      occurredAt: deps.clock.now(),
      remote: false,
      payload: parsed.data,
    }
    if (event.broadcast && options.onlyHere !== true) deps.broadcast?.send(JSON.stringify(envelope))
    await tell(envelope)
  }

  deps.broadcast?.onReturn(() => void publish(newsMayBeMissing, {}, { onlyHere: true }))

  return {
    publish,
    on(event, listenerName, listener) {
      const registration = { name: listenerName, event, listener } as unknown as Registration
      const listeners = registrations.get(event.name) ?? new Set()
      registrations.set(event.name, listeners.add(registration))
      return () => listeners.delete(registration)
    },
  }
}
