import { SHOP_TIME_ZONE } from '#brand'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import type { JobContext, Jobs } from '#platform/jobs/jobs'
import { nextTimeOfDay } from '#platform/jobs/time-of-day'
import { FetchUnderWay } from '../errors.ts'
import { fetchAskedPriceList, fetchPriceList } from './jobs.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import type { ListFetch, SourceSettings } from './list-source.ts'

/** Begins a fetch of a supplier's list in the caller's transaction. @throws FetchUnderWay */
export type BeginFetch = (tx: Transaction, fetch: Pick<ListFetch, 'id' | 'supplierId' | 'by'>) => Promise<ListFetch>

export function createBeginFetch(deps: {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly sources: Pick<ListSourceRepository, 'noteFetch'>
  readonly fetches: Pick<ListFetchRepository, 'insert' | 'latest'>
}): BeginFetch {
  const { clock, jobs, sources, fetches } = deps
  return async function beginFetch(tx, fetch) {
    await sources.noteFetch(tx, fetch.supplierId, fetch.id)
    if ((await fetches.latest(fetch.supplierId, tx))?.state === 'under-way') throw new FetchUnderWay()
    const begun: ListFetch = {
      ...fetch,
      state: 'under-way',
      startedAt: clock.now(),
      endedAt: null,
      tries: 0,
      problem: null,
      fileName: null,
      sizeBytes: null,
      importId: null,
      counts: null,
      mailedAt: null,
    }
    await fetches.insert(tx, begun)
    await jobs.enqueue(tx, fetch.by === null ? fetchPriceList : fetchAskedPriceList, { fetchId: begun.id })
    return begun
  }
}

export type BeginDueFetch = (job: { readonly supplierId: string }, context: Pick<JobContext, 'jobId'>) => Promise<void>

/** Begins the fetch of a schedule, once however often its job runs. */
export function createBeginDueFetch(deps: {
  readonly database: Database
  readonly sources: Pick<ListSourceRepository, 'find'>
  readonly beginFetch: BeginFetch
}): BeginDueFetch {
  const { database, sources, beginFetch } = deps
  return async function beginDueFetch({ supplierId }, { jobId }) {
    if ((await sources.find(supplierId))?.isOn !== true) return
    try {
      await database.transaction((tx) => beginFetch(tx, { id: jobId, supplierId, by: null }))
    } catch (error) {
      // The former one is still being tried, or this job ran before.
      if (!(error instanceof FetchUnderWay) && !isDuplicateKey(error)) throw error
    }
  }
}

/** When a list is fetched by itself, by the shop's clocks. */
export function timeOf({ time }: Pick<SourceSettings, 'time'>) {
  return { time, timeZone: SHOP_TIME_ZONE }
}

/** The next time after a moment; null for a source that is off. */
export function nextFetchOf(source: Pick<SourceSettings, 'isOn' | 'time'>, after: Date): Date | null {
  return source.isOn ? nextTimeOfDay(timeOf(source), after) : null
}
