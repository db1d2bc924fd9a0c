import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { THE_SHOP } from '../../audit/audit.api.ts'
import { importFinished } from '../../events.ts'
import { ImportNotReady } from '../errors.ts'
import type { ProductImport } from '../import.ts'
import type { Imports } from '../imports.api.ts'
import { doTooManyLeave } from '../rules/supplier-rules.ts'
import type { GetImport } from '../use-cases/get-import.ts'
import { endFetch } from './end-fetch.ts'
import { doubtAbout } from './known-list.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { FetchCounts, ListFetch } from './list-source.ts'

/**
 * Goes on with an import whose file was fetched: when it is read it is started, unless a person must look at it first;
 * when it has ended, its fetch has, too.
 */
export function importFetchedListWhenItWasRead(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'subscribe' | 'publish'>
  readonly fetches: Pick<ListFetchRepository, 'findByImport' | 'move'>
  readonly getImport: GetImport
  readonly api: Pick<Imports, 'start'>
}): void {
  const { events, fetches, getImport, api } = deps
  events.subscribe(importFinished, 'import-fetched-list-when-it-was-read', {
    queue: 'housekeeping',
    when: ({ state }) => state !== 'undone',
    async handle({ importId, state }) {
      const fetch = await fetches.findByImport(importId)
      if (fetch === null || (fetch.state !== 'under-way' && fetch.state !== 'waits')) return
      const read = await getImport(importId)
      if (state === 'previewed') return goOn(fetch, read)
      if (state === 'finished')
        return endFetch(deps, fetch, { state: 'imported', problem: null, counts: countsOf(read) })
      const problem = state === 'cancelled' ? 'The import was stopped by hand.' : read.problem
      await endFetch(deps, fetch, { state: 'failed', problem, counts: countsOf(read) })
    },
  })

  async function goOn(fetch: ListFetch, read: ProductImport): Promise<void> {
    // A person has it in hand already.
    if (fetch.state !== 'under-way' || read.state !== 'previewed') return
    const doubt = doubtAbout(read, doTooManyLeave(read))
    if (doubt !== null) return endFetch(deps, fetch, { state: 'waits', problem: doubt, counts: countsOf(read) })
    try {
      await api.start(read.id, fetch.by === null ? THE_SHOP : { person: fetch.by, address: THE_SHOP.address })
    } catch (error) {
      // Somebody was faster, or this job ran twice.
      if (!(error instanceof ImportNotReady)) throw error
    }
  }
}

function countsOf({ created, updated, unchanged, skipped, failed, left }: ProductImport): FetchCounts {
  return { created, updated, unchanged, skipped, failed, left }
}
