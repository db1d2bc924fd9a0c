import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { listFetched } from '../../events.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { FetchState, ListFetch } from './list-source.ts'

interface FetchEnd extends Partial<Pick<ListFetch, 'problem' | 'importId' | 'counts'>> {
  readonly state: Exclude<FetchState, 'under-way'>
}

/**
 * Ends a fetch, once, and says so to those who mail it; one that waited is settled without another mail.
 * @param tx what it ends with; absent: by itself
 */
export async function endFetch(
  deps: {
    readonly database: Database
    readonly clock: Clock
    readonly events: Pick<EventBus, 'publish'>
    readonly fetches: Pick<ListFetchRepository, 'move'>
  },
  { id }: Pick<ListFetch, 'id'>,
  end: FetchEnd,
  tx?: Transaction,
): Promise<void> {
  const { database, clock, events, fetches } = deps
  async function write(within: Transaction) {
    const set = { ...end, endedAt: clock.now() }
    if ((await fetches.move(within, id, ['under-way'], set)) !== null)
      await events.publish(within, listFetched, { fetchId: id, state: end.state })
    else if (end.state !== 'waits') await fetches.move(within, id, ['waits'], set)
  }
  await (tx === undefined ? database.transaction(write) : write(tx))
}
