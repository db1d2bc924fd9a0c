import { expect, test } from 'vitest'
import { fetchNow } from './import-calls.ts'
import { LOST, stubShop } from '../../testing/stubbed-shop.ts'

const { sent, answers, loses } = stubShop()
const reads = (...fetches: readonly { id: string; state: string; by: string | null }[]) => answers(fetches)
const SEEN = { id: 'seen', state: 'failed', by: 'Bea' }

test.each([
  ['is under way', { id: 'new', state: 'under-way', by: 'Bea' }],
  ['is through already', { id: 'new', state: 'imported', by: 'Bea' }],
])('a list whose answer was lost is fetched when a new fetch %s', async (_how, fetch) => {
  loses()
  reads(fetch, SEEN)
  await expect(fetchNow('northwind', SEEN.id)).resolves.toBeUndefined()
  expect(sent.mock.calls.map(([path]) => path)).toEqual([
    '/api/admin/suppliers/northwind/fetch',
    '/api/admin/suppliers/northwind/fetches',
  ])
})

test('a list that somebody else is fetching is fetched', async () => {
  const body = { code: 'FETCH_UNDER_WAY', message: 'The list is being fetched.', requestId: 'r' }
  answers(body, 409)
  reads({ id: 'new', state: 'under-way', by: null })
  await expect(fetchNow('northwind', undefined)).resolves.toBeUndefined()
})

test.each([
  ['nothing has come', [SEEN]],
  ['one has come by itself since', [{ id: 'night', state: 'unchanged', by: null }, SEEN]],
  ['none was ever made', []],
])('a list whose answer was lost is not fetched when %s', async (_how, fetches) => {
  loses()
  reads(...fetches)
  await expect(fetchNow('northwind', fetches.length === 0 ? undefined : SEEN.id)).rejects.toBe(LOST)
})
