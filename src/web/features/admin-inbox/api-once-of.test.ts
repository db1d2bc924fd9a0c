import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from '../../lib/storage.ts'
import { apiOnceOf } from './api-once-of.ts'

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()

beforeEach(() => void vi.stubGlobal('fetch', sent))
afterEach(() => {
  vi.unstubAllGlobals()
  tabStorage.removeItem('unanswered')
})

test('a call has the same key again with a newer version of what it is written for', async () => {
  for (const status of [503, 200]) sent.mockImplementationOnce(async () => Response.json({}, { status }))
  for (const version of [3, 4])
    await apiOnceOf('/api/admin/inbox/MSG-1/replies', { text: 'Hello' }, { version }).catch(() => {})
  const [first, second] = sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(sent.mock.calls.map(([, { body }]) => JSON.parse(String(body)))).toEqual([
    { text: 'Hello', version: 3 },
    { text: 'Hello', version: 4 },
  ])
})
