import { systemClock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { EventDefinition } from '#platform/events/define-event'
import { createEventBus, type Broadcast, type EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { createLogger, type Logger } from '#platform/log/logger'

const NO_JOBS: Pick<Jobs, 'handle' | 'enqueueMany'> = {
  handle: () => {},
  enqueueMany: async () => [],
}

/** An event bus whose live listeners run and whose durable subscribers do not, for tests without jobs. */
export function createLiveEvents(logger: Logger = createLogger('silent'), broadcast?: Broadcast): EventBus {
  return createEventBus({ logger, clock: systemClock, jobs: NO_JOBS, broadcast })
}

/** Publishes an event as if its transaction had just been committed. */
export async function publishNow<Payload>(
  events: Pick<EventBus, 'publish'>,
  event: EventDefinition<Payload>,
  payload: Payload,
): Promise<void> {
  const running: (void | Promise<void>)[] = []
  const onCommit: Transaction['onCommit'] = (action) => void running.push(action())
  await events.publish({ onCommit } as Transaction, event, payload)
  await Promise.all(running)
}
