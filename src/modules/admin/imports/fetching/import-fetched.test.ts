import { expect, it } from 'vitest'
import { THE_SHOP } from '../../audit/audit.api.ts'
import type { ImportState } from '../import.ts'
import { importFetchedListWhenItWasRead } from './import-fetched.ts'
import type { FetchState } from './list-source.ts'

const COUNTS = { created: 0, updated: 0, unchanged: 4, skipped: 0, failed: 0, left: 0 }

/** What becomes of a fetch whose list was read, and who has started its import. */
async function afterwards(
  counts: Partial<typeof COUNTS>,
  { state = 'previewed' as ImportState, fetchState = 'under-way' as FetchState } = {},
) {
  let handle: (payload: { importId: string; state: ImportState }) => Promise<void> = async () => {}
  let fetch = { id: 'fetch', state: fetchState, by: null, problem: null as string | null }
  const started: unknown[] = []
  const deps = {
    database: { transaction: (work: (tx: unknown) => Promise<unknown>) => work({}) },
    clock: { now: () => new Date() },
    events: {
      publish: async () => {},
      subscribe: (_event: unknown, _name: string, subscriber: { handle: typeof handle }) =>
        (handle = subscriber.handle),
    },
    fetches: {
      findByImport: async () => fetch,
      async move(_tx: unknown, _id: string, from: readonly FetchState[], set: Partial<typeof fetch>) {
        if (!from.includes(fetch.state)) return null
        fetch = { ...fetch, ...set }
        return fetch
      },
    },
    getImport: async () => ({
      id: 'import',
      state,
      rowsTotal: 4,
      flagged: 0,
      supplier: null,
      leftOf: 0,
      ...COUNTS,
      ...counts,
    }),
    api: { start: async (_id: string, by: unknown) => void started.push(by) },
  }
  importFetchedListWhenItWasRead(deps as unknown as Parameters<typeof importFetchedListWhenItWasRead>[0])
  await handle({ importId: 'import', state })
  return { state: fetch.state, problem: fetch.problem, started }
}

it('a fetched list is imported when most of its rows can be, and waits for a person otherwise', async () => {
  expect(await afterwards({ failed: 2 })).toEqual({ state: 'under-way', problem: null, started: [THE_SHOP] })
  expect(await afterwards({ failed: 3 })).toEqual({
    state: 'waits',
    problem: '3 of 4 rows cannot be imported.',
    started: [],
  })
})

it('a fetched list that a person looks at is started by that person alone', async () => {
  expect(await afterwards({}, { fetchState: 'waits' })).toEqual({ state: 'waits', problem: null, started: [] })
  expect(await afterwards({}, { fetchState: 'waits', state: 'finished' })).toMatchObject({ state: 'imported' })
  expect(await afterwards({}, { state: 'cancelled' })).toMatchObject({
    state: 'failed',
    problem: 'The import was stopped by hand.',
  })
})
