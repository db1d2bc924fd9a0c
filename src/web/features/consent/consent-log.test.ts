import { afterEach, expect, test, vi } from 'vitest'
import { VisitorId } from '#contracts/privacy'
import type { TextStorage } from '../../lib/storage.ts'
import { logConsent, logEvent, logSearchMiss, visitorId } from './consent-log.ts'

function memory(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a browser keeps its random id, and replaces a broken one', () => {
  const storage = memory()
  const id = visitorId(storage)
  expect(VisitorId.parse(id)).toBe(id)
  expect(visitorId(storage)).toBe(id)
  expect(visitorId(memory())).not.toBe(id)
  storage.setItem('visitor-id', 'somebody')
  expect(VisitorId.safeParse(visitorId(storage)).success).toBe(true)
})

test('a choice and an event are sent with the same visitor id, the choice first', async () => {
  const fetched = vi.fn((_path: string, _request: { body: string }) =>
    Promise.resolve(new Response(null, { status: 204 })),
  )
  vi.stubGlobal('fetch', fetched)
  const eventSent = logEvent({ type: 'search', term: 'toner', results: 0 })
  await logConsent({ analytics: true, marketing: false }, 'save')
  await eventSent
  const [choice, event] = fetched.mock.calls.map(([path, { body }]) => ({
    path,
    body: JSON.parse(body) as { visitorId: string },
  }))
  expect(choice).toMatchObject({
    path: '/api/consent',
    body: { version: '1.0', analytics: true, marketing: false, action: 'save' },
  })
  expect(event).toMatchObject({ path: '/api/tracking', body: { event: { type: 'search', term: 'toner', results: 0 } } })
  expect(event?.body.visitorId).toBe(choice?.body.visitorId)
})

test('a search that found nothing is sent without anything that says who made it', async () => {
  const fetched = vi.fn((_path: string, _request: RequestInit) => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetched)
  const storage = memory()
  storage.setItem('authToken', 'of a customer')
  vi.stubGlobal('localStorage', storage)
  await logSearchMiss('toner')
  expect(fetched.mock.calls).toEqual([
    [
      '/api/search-misses',
      {
        method: 'POST',
        credentials: 'omit',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify({ term: 'toner' }),
        signal: expect.any(AbortSignal),
      },
    ],
  ])
  expect(storage.getItem('visitor-id')).toBeNull()
})

test('a failed request is ignored', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await expect(logConsent({ analytics: false, marketing: false }, 'reject-all')).resolves.toBeUndefined()
})
