import { randomUUID } from 'node:crypto'
import type { Clock } from '../time/clock.ts'
import type { Transaction } from '../database/database.ts'
import { defineJob, type JobDefinition } from '../jobs/define-job.ts'
import type { JobHandler, Jobs } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import type { EventDefinition, EventEnvelope } from './define-event.ts'

type Listener<Payload> = (event: EventEnvelope<Payload>) => void | Promise<void>

/** What carries broadcast events between processes; Redis pub/sub when there is a Redis. */
export interface Broadcast {
  send(message: string): void
  /** Calls back for every message of another process; never for those of this process. */
  receive(listener: (message: string) => void): void
  /** Calls back when the connection was lost and is back: messages may be missing. */
  onReturn(listener: () => void): void
  /** Whether messages of other processes do not arrive now, as far as is known. */
  readonly isAway: boolean
  close(): Promise<void>
}

/** How a durable subscriber handles its event. */
export interface Subscription<Payload> {
  readonly queue: string
  /** Runs at least once: the job's id is the same at every attempt, so that the work is done once in effect. */
  readonly handle: JobHandler<Payload>
  /** Whether the subscriber handles this payload; by default it handles every one. */
  readonly when?: (payload: Payload) => boolean
  /** Earliest start after the publication in ms (default: at once). */
  readonly delayMs?: number
  /** How many attempts it gets before it counts as failed (default 10). */
  readonly attempts?: number
  /** First wait between two attempts in ms (default 1000). */
  readonly backoffMs?: number
}

/** The subscribers and listeners of an event, by name. */
export interface EventRegistration {
  readonly event: string
  readonly broadcast: boolean
  readonly durable: readonly string[]
  readonly live: readonly string[]
}

export interface EventBus {
  /**
   * Publishes an event in the transaction of the change. Every durable subscriber gets a row in the outbox with it, so
   * the change and its follow-up jobs are committed together or not at all. After the commit the live listeners of this
   * process run, and the transaction's caller waits for them, so that it may read its own writes; a broadcast event
   * goes to the other processes then, too.
   * @throws ZodError when the payload does not fit the event: the change must not be committed without its jobs
   */
  publish<Payload>(tx: Transaction, event: EventDefinition<Payload>, payload: Payload): Promise<void>
  /**
   * Registers what must happen because of an event. `name` names the policy ("confirm-by-mail-when-order-placed"); it
   * is the name of the job that staff see in the queue, and each subscriber is retried alone.
   */
  subscribe<Payload>(event: EventDefinition<Payload>, name: string, subscription: Subscription<Payload>): void
  /**
   * Registers what keeps memory fresh and open pages informed. Nothing that must happen may hang on it: a listener that
   * fails is logged with its name and does not affect the others.
   * @returns a function that removes the listener
   */
  listen<Payload>(event: EventDefinition<Payload>, name: string, listener: Listener<Payload>): () => void
  /**
   * Notifies every process that events may have been lost because a process died after its last commit. What `onResync`
   * registered runs then, in each of them.
   */
  resync(): void
  /**
   * Registers what brings memory and open pages up to date when events of other processes may have been missed: after
   * `resync`, and when the broadcast has reconnected.
   */
  onResync(name: string, listener: () => void | Promise<void>): void
  /** Whether events of other processes are not heard now; `onResync` follows when they are again. */
  readonly isCutOff: boolean
  /** All subscribers and listeners, by event. */
  registrations(): readonly EventRegistration[]
}

interface LiveListener {
  readonly name: string
  readonly listener: Listener<unknown>
}

interface DurableSubscriber {
  readonly job: JobDefinition<unknown>
  readonly when: (payload: unknown) => boolean
  readonly delayMs: number
}

interface Registered {
  readonly event: EventDefinition<unknown>
  readonly durable: DurableSubscriber[]
  readonly live: Set<LiveListener>
}

/** The name under which other processes are asked to resync. */
const RESYNC = 'platform.resync'

export function createEventBus(deps: {
  readonly logger: Logger
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'handle' | 'enqueueMany'>
  readonly broadcast?: Broadcast
}): EventBus {
  const { logger, clock, jobs, broadcast } = deps
  const registered = new Map<string, Registered>()
  const resyncListeners: LiveListener[] = []

  function registeredOf<Payload>(event: EventDefinition<Payload>): Registered {
    const known = registered.get(event.name)
    if (known !== undefined) return known
    const added = { event: event as EventDefinition<unknown>, durable: [], live: new Set<LiveListener>() }
    registered.set(event.name, added)
    return added
  }

  async function notify(listeners: Iterable<LiveListener>, envelope: EventEnvelope<unknown>): Promise<void> {
    await Promise.all(
      [...listeners].map(async ({ name, listener }) => {
        try {
          await listener(envelope)
        } catch (error) {
          logger.error({ err: error, event: envelope.name, eventId: envelope.id, listener: name }, 'a listener failed')
        }
      }),
    )
  }

  function envelopeOf(name: string, payload: unknown): EventEnvelope<unknown> {
    return { id: randomUUID(), name, occurredAt: clock.now(), remote: false, payload }
  }

  function resyncHere(): void {
    void notify(resyncListeners, envelopeOf(RESYNC, {}))
  }

  broadcast?.receive((message) => {
    try {
      const { id, name, occurredAt, payload } = JSON.parse(message) as Record<string, unknown>
      if (name === RESYNC) return resyncHere()
      const known = registered.get(String(name))
      if (known === undefined) return
      void notify(known.live, {
        id: String(id),
        name: String(name),
        occurredAt: new Date(String(occurredAt)),
        remote: true,
        payload: known.event.schema.parse(payload),
      })
    } catch (error) {
      logger.error({ err: error }, 'an event of another process was not understood')
    }
  })
  broadcast?.onReturn(resyncHere)

  return {
    async publish(tx, event, payload) {
      const parsed = event.schema.parse(payload)
      const { durable, live } = registeredOf(event)
      const subscribers = durable.filter(({ when }) => when(parsed))
      if (subscribers.length > 0)
        await jobs.enqueueMany(
          tx,
          subscribers.map(({ job, delayMs }) => ({ job, payload: parsed, delayMs })),
        )
      const envelope = envelopeOf(event.name, parsed)
      tx.onCommit(() => {
        if (event.broadcast) broadcast?.send(JSON.stringify(envelope))
        return notify(live, envelope)
      })
    },
    subscribe(event, name, { queue, handle, when = () => true, delayMs = 0, attempts, backoffMs }) {
      const job = defineJob({ name, queue, schema: event.schema, attempts, backoffMs })
      jobs.handle(job, handle)
      const subscriber = { job, when, delayMs } as unknown as DurableSubscriber
      registeredOf(event).durable.push(subscriber)
    },
    listen(event, name, listener) {
      const { live } = registeredOf(event)
      const registration = { name, listener } as unknown as LiveListener
      live.add(registration)
      return () => live.delete(registration)
    },
    resync() {
      broadcast?.send(JSON.stringify(envelopeOf(RESYNC, {})))
      resyncHere()
    },
    onResync: (name, listener) => void resyncListeners.push({ name, listener }),
    get isCutOff() {
      return broadcast?.isAway ?? false
    },
    registrations: () =>
      [...registered.values()].map(({ event, durable, live }) => ({
        event: event.name,
        broadcast: event.broadcast,
        durable: durable.map(({ job }) => job.name),
        live: [...live].map(({ name }) => name),
      })),
  }
}
