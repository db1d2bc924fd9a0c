import { expect, it } from 'vitest'
import { FetchUnderWay } from '../errors.ts'
import { createBeginDueFetch, nextFetchOf } from './begin-fetch.ts'

/** What a supplier's schedule begins at its time. @param error what a fetch cannot begin because of */
async function begun(source: { isOn: boolean } | null, error?: Error) {
  const fetches: unknown[] = []
  const deps = {
    database: { transaction: (work: (tx: unknown) => Promise<unknown>) => work({}) },
    sources: { find: async () => source },
    async beginFetch(_tx: unknown, fetch: unknown) {
      if (error !== undefined) throw error
      fetches.push(fetch)
    },
  }
  const beginDueFetch = createBeginDueFetch(deps as unknown as Parameters<typeof createBeginDueFetch>[0])
  await beginDueFetch({ supplierId: 'acme' }, { jobId: 'job' })
  return fetches
}

it('a schedule begins one fetch, and none when it was turned off or its supplier deleted', async () => {
  expect(await begun({ isOn: true })).toEqual([{ id: 'job', supplierId: 'acme', by: null }])
  expect(await begun({ isOn: false })).toEqual([])
  expect(await begun(null)).toEqual([])
})

it('a schedule leaves out a time at which the former fetch is still tried, and is tried again after any other error', async () => {
  expect(await begun({ isOn: true }, new FetchUnderWay())).toEqual([])
  await expect(begun({ isOn: true }, new Error('no answer'))).rejects.toThrow('no answer')
})

it.each([
  ['in winter', '2026-12-01T00:00:00Z', '2026-12-01T12:30:00.000Z'],
  ['in summer', '2026-07-01T00:00:00Z', '2026-07-01T11:30:00.000Z'],
])('the time of a schedule is by the clocks of the shop, %s', (_when, after, next) => {
  expect(nextFetchOf({ isOn: true, time: '06:30' }, new Date(after))?.toISOString()).toBe(next)
  expect(nextFetchOf({ isOn: false, time: '06:30' }, new Date(after))).toBeNull()
})
